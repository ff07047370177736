package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.model.event.ChargerNotification;
import java.util.Set;

/** The progress of a diagnostics upload (OCPP 1.6, 6.17). */
public record DiagnosticsStatusNotification(String status) implements Notification {

    /** DiagnosticsStatus, 7.24. */
    private static final Set<String> STATUSES = Set.of("Idle", "Uploaded", "UploadFailed", "Uploading");

    static DiagnosticsStatusNotification read(Fields fields) {
        return new DiagnosticsStatusNotification(fields.oneOf("status", STATUSES));
    }

    @Override
    public ChargerNotification content() {
        return new ChargerNotification.DiagnosticsStatus(status);
    }
}
