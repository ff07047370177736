package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.payload.Limits;
import io.plugstream.model.event.ChargerNotification;
import org.jspecify.annotations.Nullable;

/** A vendor-specific message (OCPP 1.6, 6.15). Plugstream implements no vendor extensions, so each is unknown. */
public record DataTransfer(
        String vendorId,
        @Nullable String messageId,
        @Nullable String data) implements Notification {

    static DataTransfer read(Fields fields) {
        return new DataTransfer(
                fields.freeText("vendorId", 255),
                fields.optionalFreeText("messageId", 50),
                fields.optionalText("data", Limits.FRAME));
    }

    @Override
    public ChargerNotification content() {
        return new ChargerNotification.DataTransfer(vendorId, messageId, data);
    }

    @Override
    public Response answer() {
        return new Response.Status("UnknownVendorId");
    }
}
