package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.payload.Words;
import io.plugstream.model.event.ChargerNotification;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The progress of a signed firmware update (OCPP 1.6 security whitepaper). */
public record SignedFirmwareStatusNotification(
        String status, @Nullable Integer requestId) implements Notification {

    private static final Set<String> STATUSES = Words.of("""
            DownloadFailed DownloadPaused DownloadScheduled Downloaded Downloading Idle InstallRebooting
            InstallScheduled InstallVerificationFailed InstallationFailed Installed Installing InvalidSignature
            SignatureVerified
            """);

    static SignedFirmwareStatusNotification read(Fields fields) {
        return new SignedFirmwareStatusNotification(
                fields.oneOf("status", STATUSES), fields.optionalInteger("requestId"));
    }

    @Override
    public ChargerNotification content() {
        return new ChargerNotification.SignedFirmwareStatus(status, requestId);
    }
}
