package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.model.event.ChargerNotification;
import java.util.Set;

/** The progress of a firmware update (OCPP 1.6, 6.19). */
public record FirmwareStatusNotification(String status) implements Notification {

    /** FirmwareStatus, 7.25. */
    private static final Set<String> STATUSES = Set.of(
            "DownloadFailed", "Downloaded", "Downloading", "Idle", "InstallationFailed", "Installed", "Installing");

    static FirmwareStatusNotification read(Fields fields) {
        return new FirmwareStatusNotification(fields.oneOf("status", STATUSES));
    }

    @Override
    public ChargerNotification content() {
        return new ChargerNotification.FirmwareStatus(status);
    }
}
