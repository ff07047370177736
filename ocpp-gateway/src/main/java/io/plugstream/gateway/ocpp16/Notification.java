package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.payload.Limits;
import io.plugstream.gateway.payload.Words;
import io.plugstream.model.event.ChargerNotification;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request whose content is stored, but is none of the seven events (OCPP 1.6, section 6, and security whitepaper).
 *
 * @param occurredAt by the charger's clock; null if the message has no time
 * @param answer sent after the content is stored
 */
record Notification(ChargerNotification content, @Nullable Instant occurredAt, Response answer) implements Request {

    /** DiagnosticsStatus, 7.24. */
    private static final Set<String> DIAGNOSTICS_STATUSES = Set.of("Idle", "Uploaded", "UploadFailed", "Uploading");

    /** FirmwareStatus, 7.25. */
    private static final Set<String> FIRMWARE_STATUSES =
            Words.of("DownloadFailed Downloaded Downloading Idle InstallationFailed Installed Installing");

    private static final Set<String> LOG_STATUSES =
            Words.of("BadMessage Idle NotSupportedOperation PermissionDenied UploadFailure Uploaded Uploading");

    private static final Set<String> SIGNED_FIRMWARE_STATUSES = Words.of("""
            DownloadFailed DownloadPaused DownloadScheduled Downloaded Downloading Idle InstallRebooting
            InstallScheduled InstallVerificationFailed InstallationFailed Installed Installing InvalidSignature
            SignatureVerified
            """);

    private Notification(ChargerNotification content) {
        this(content, null, new Response.Noted());
    }

    /** Plugstream implements no vendor extensions, so each vendor is unknown. */
    static Notification dataTransfer(Fields fields) {
        ChargerNotification content = new ChargerNotification.DataTransfer(
                fields.freeText("vendorId", 255),
                fields.optionalFreeText("messageId", 50),
                fields.optionalText("data", Limits.FRAME));
        return new Notification(content, null, new Response.Status("UnknownVendorId"));
    }

    static Notification diagnosticsStatus(Fields fields) {
        return new Notification(
                new ChargerNotification.DiagnosticsStatus(fields.oneOf("status", DIAGNOSTICS_STATUSES)));
    }

    static Notification firmwareStatus(Fields fields) {
        return new Notification(new ChargerNotification.FirmwareStatus(fields.oneOf("status", FIRMWARE_STATUSES)));
    }

    static Notification logStatus(Fields fields) {
        return new Notification(new ChargerNotification.LogStatus(
                fields.oneOf("status", LOG_STATUSES), fields.optionalInteger("requestId")));
    }

    static Notification securityEvent(Fields fields) {
        String type = fields.freeText("type", 50);
        Instant timestamp = fields.messageTime("timestamp");
        String techInfo = fields.optionalFreeText("techInfo", 255);
        return new Notification(new ChargerNotification.SecurityEvent(type, techInfo), timestamp, new Response.Noted());
    }

    /** Plugstream is no authority and rejects the request. */
    static Notification signCertificate(Fields fields) {
        ChargerNotification content = new ChargerNotification.CertificateRequest(fields.text("csr", 5500));
        return new Notification(content, null, new Response.Status("Rejected"));
    }

    static Notification signedFirmwareStatus(Fields fields) {
        return new Notification(new ChargerNotification.SignedFirmwareStatus(
                fields.oneOf("status", SIGNED_FIRMWARE_STATUSES), fields.optionalInteger("requestId")));
    }
}
