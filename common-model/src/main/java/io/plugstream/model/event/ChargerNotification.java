package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A charger's report that is not one of the seven events. It has its own topic, which no customer-facing code reads.
 * Statuses are as OCPP spells them.
 */
@JsonSubTypes({
    @JsonSubTypes.Type(value = ChargerNotification.DataTransfer.class, name = "data_transfer"),
    @JsonSubTypes.Type(value = ChargerNotification.DiagnosticsStatus.class, name = "diagnostics_status"),
    @JsonSubTypes.Type(value = ChargerNotification.FirmwareStatus.class, name = "firmware_status"),
    @JsonSubTypes.Type(value = ChargerNotification.SignedFirmwareStatus.class, name = "signed_firmware_status"),
    @JsonSubTypes.Type(value = ChargerNotification.LogStatus.class, name = "log_status"),
    @JsonSubTypes.Type(value = ChargerNotification.SecurityEvent.class, name = "security_event"),
    @JsonSubTypes.Type(value = ChargerNotification.CertificateRequest.class, name = "certificate_request"),
    @JsonSubTypes.Type(value = ChargerNotification.StationMessage.class, name = "station_message")
})
public sealed interface ChargerNotification {

    /** A vendor-specific message (OCPP 1.6, 4.3). */
    record DataTransfer(
            String vendorId,
            @Nullable String messageId,
            @Nullable String data) implements ChargerNotification {}

    /** The progress of a diagnostics upload (OCPP 1.6, 4.4). */
    record DiagnosticsStatus(String status) implements ChargerNotification {}

    /** The progress of a firmware update (OCPP 1.6, 4.5). */
    record FirmwareStatus(String status) implements ChargerNotification {}

    /**
     * The progress of a signed firmware update (security whitepaper, SignedFirmwareStatusNotification).
     *
     * @param requestId of the command that started it
     */
    record SignedFirmwareStatus(String status, @Nullable Integer requestId) implements ChargerNotification {}

    /**
     * The progress of a log upload (security whitepaper, LogStatusNotification).
     *
     * @param requestId of the command that started it
     */
    record LogStatus(String status, @Nullable Integer requestId) implements ChargerNotification {}

    /** An event that concerns the charger's security (security whitepaper, SecurityEventNotification). */
    record SecurityEvent(String type, @Nullable String techInfo) implements ChargerNotification {}

    /**
     * The charger asked for a certificate (security whitepaper, SignCertificate).
     *
     * @param csr the certificate signing request, PEM
     */
    record CertificateRequest(String csr) implements ChargerNotification {}

    /**
     * An OCPP 2 message that is not one of the seven events (OCPP 2.0.1, part 2, section 1).
     *
     * @param action of the message
     * @param payload as the station sent it, without personal data
     */
    record StationMessage(String action, JsonNode payload) implements ChargerNotification {}
}
