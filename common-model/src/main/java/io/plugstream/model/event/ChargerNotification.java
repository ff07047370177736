package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Something that a charger reported and that is none of the seven events. It is kept in a topic of its own, which nothing
 * that serves customers reads. Statuses are as OCPP spells them.
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

    /** Something of the vendor's own (OCPP 1.6, 4.3). */
    record DataTransfer(
            String vendorId,
            @Nullable String messageId,
            @Nullable String data) implements ChargerNotification {}

    /** How far an upload of diagnostics got (OCPP 1.6, 4.4). */
    record DiagnosticsStatus(String status) implements ChargerNotification {}

    /** How far an update of the firmware got (OCPP 1.6, 4.5). */
    record FirmwareStatus(String status) implements ChargerNotification {}

    /**
     * How far an update of signed firmware got (security whitepaper, SignedFirmwareStatusNotification).
     *
     * @param requestId of the command it belongs to
     */
    record SignedFirmwareStatus(String status, @Nullable Integer requestId) implements ChargerNotification {}

    /**
     * How far an upload of a log got (security whitepaper, LogStatusNotification).
     *
     * @param requestId of the command it belongs to
     */
    record LogStatus(String status, @Nullable Integer requestId) implements ChargerNotification {}

    /** Something that bears on the charger's security (security whitepaper, SecurityEventNotification). */
    record SecurityEvent(String type, @Nullable String techInfo) implements ChargerNotification {}

    /**
     * The charger asked for a certificate (security whitepaper, SignCertificate).
     *
     * @param csr the request, PEM
     */
    record CertificateRequest(String csr) implements ChargerNotification {}

    /**
     * A message of OCPP 2 that says something besides the seven events (OCPP 2.0.1, part 2, section 1).
     *
     * @param action of the message
     * @param payload as the station sent it, without what is personal
     */
    record StationMessage(String action, JsonNode payload) implements ChargerNotification {}
}
