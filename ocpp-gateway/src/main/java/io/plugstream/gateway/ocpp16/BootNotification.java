package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.freeText;
import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.ValidPayload.text;

import io.plugstream.gateway.payload.Shape;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The charger has booted (OCPP 1.6, 6.3). Only fields that become part of the event are kept.
 *
 * @param serialNumber of the charge point, or else of the charge box, which is the older term
 */
public record BootNotification(
        String vendor,
        String model,
        @Nullable String serialNumber,
        @Nullable String firmwareVersion) implements Request {

    static final Shape PAYLOAD = object(
            required("chargePointVendor", freeText(20)),
            required("chargePointModel", freeText(20)),
            optional("chargePointSerialNumber", freeText(25)),
            optional("chargeBoxSerialNumber", freeText(25)),
            optional("firmwareVersion", freeText(50)),
            optional("iccid", freeText(20)),
            optional("imsi", freeText(20)),
            optional("meterType", freeText(25)),
            optional("meterSerialNumber", freeText(25)));

    static BootNotification read(ObjectNode payload) {
        String chargePointSerial = text(payload, "chargePointSerialNumber");
        return new BootNotification(
                payload.path("chargePointVendor").stringValue(),
                payload.path("chargePointModel").stringValue(),
                chargePointSerial == null ? text(payload, "chargeBoxSerialNumber") : chargePointSerial,
                text(payload, "firmwareVersion"));
    }
}
