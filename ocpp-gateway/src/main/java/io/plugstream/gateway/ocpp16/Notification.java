package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.expected;
import static io.plugstream.gateway.payload.Shape.freeText;
import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.Shape.word;
import static io.plugstream.gateway.payload.ValidPayload.integer;
import static io.plugstream.gateway.payload.ValidPayload.text;
import static io.plugstream.gateway.payload.ValidPayload.time;

import io.plugstream.gateway.payload.Limits;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Words;
import io.plugstream.model.event.ChargerNotification;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

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

    static final Shape DATA_TRANSFER = object(
            required("vendorId", freeText(255)),
            optional("messageId", freeText(50)),
            optional("data", Shape.text(Limits.FRAME)));

    static final Shape DIAGNOSTICS_STATUS = object(required("status", word(DIAGNOSTICS_STATUSES)));
    static final Shape FIRMWARE_STATUS = object(required("status", word(FIRMWARE_STATUSES)));

    static final Shape LOG_STATUS = object(required("status", word(LOG_STATUSES)), optional("requestId", whole()));

    static final Shape SECURITY_EVENT = object(
            required("type", freeText(50)),
            expected("timestamp", new Shape.Time()),
            optional("techInfo", freeText(255)));

    static final Shape SIGN_CERTIFICATE = object(required("csr", Shape.text(5500)));

    static final Shape SIGNED_FIRMWARE_STATUS =
            object(required("status", word(SIGNED_FIRMWARE_STATUSES)), optional("requestId", whole()));

    private Notification(ChargerNotification content) {
        this(content, null, new Response.Noted());
    }

    /** Plugstream implements no vendor extensions, so each vendor is unknown. */
    static Notification dataTransfer(ObjectNode payload) {
        ChargerNotification content = new ChargerNotification.DataTransfer(
                payload.path("vendorId").stringValue(), text(payload, "messageId"), text(payload, "data"));
        return new Notification(content, null, new Response.Status("UnknownVendorId"));
    }

    static Notification diagnosticsStatus(ObjectNode payload) {
        return new Notification(new ChargerNotification.DiagnosticsStatus(status(payload)));
    }

    static Notification firmwareStatus(ObjectNode payload) {
        return new Notification(new ChargerNotification.FirmwareStatus(status(payload)));
    }

    static Notification logStatus(ObjectNode payload) {
        return new Notification(new ChargerNotification.LogStatus(status(payload), integer(payload, "requestId")));
    }

    static Notification securityEvent(ObjectNode payload) {
        ChargerNotification content =
                new ChargerNotification.SecurityEvent(payload.path("type").stringValue(), text(payload, "techInfo"));
        return new Notification(content, time(payload, "timestamp"), new Response.Noted());
    }

    /** Plugstream is no authority and rejects the request. */
    static Notification signCertificate(ObjectNode payload) {
        ChargerNotification content =
                new ChargerNotification.CertificateRequest(payload.path("csr").stringValue());
        return new Notification(content, null, new Response.Status("Rejected"));
    }

    static Notification signedFirmwareStatus(ObjectNode payload) {
        return new Notification(
                new ChargerNotification.SignedFirmwareStatus(status(payload), integer(payload, "requestId")));
    }

    private static String status(ObjectNode payload) {
        return payload.path("status").stringValue();
    }
}
