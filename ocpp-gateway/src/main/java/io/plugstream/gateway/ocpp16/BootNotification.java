package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import org.jspecify.annotations.Nullable;

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

    static BootNotification read(Fields fields) {
        String vendor = fields.freeText("chargePointVendor", 20);
        String model = fields.freeText("chargePointModel", 20);
        String chargePointSerial = fields.optionalFreeText("chargePointSerialNumber", 25);
        String chargeBoxSerial = fields.optionalFreeText("chargeBoxSerialNumber", 25);
        String firmware = fields.optionalFreeText("firmwareVersion", 50);
        fields.optionalFreeText("iccid", 20);
        fields.optionalFreeText("imsi", 20);
        fields.optionalFreeText("meterType", 25);
        fields.optionalFreeText("meterSerialNumber", 25);
        return new BootNotification(
                vendor, model, chargePointSerial == null ? chargeBoxSerial : chargePointSerial, firmware);
    }
}
