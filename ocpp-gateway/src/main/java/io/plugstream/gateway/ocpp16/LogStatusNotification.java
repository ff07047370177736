package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.payload.Words;
import io.plugstream.model.event.ChargerNotification;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The progress of a log upload (OCPP 1.6 security whitepaper). */
public record LogStatusNotification(String status, @Nullable Integer requestId) implements Notification {

    private static final Set<String> STATUSES = Words.of("""
            BadMessage Idle NotSupportedOperation PermissionDenied UploadFailure Uploaded Uploading
            """);

    static LogStatusNotification read(Fields fields) {
        return new LogStatusNotification(fields.oneOf("status", STATUSES), fields.optionalInteger("requestId"));
    }

    @Override
    public ChargerNotification content() {
        return new ChargerNotification.LogStatus(status, requestId);
    }
}
