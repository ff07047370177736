package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Words;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The actions that a station may request in OCPP 2.0.1 (part 2, section 1). */
enum Action {
    AUTHORIZE("Authorize"),
    BOOT_NOTIFICATION("BootNotification"),
    CLEARED_CHARGING_LIMIT("ClearedChargingLimit"),
    DATA_TRANSFER("DataTransfer"),
    FIRMWARE_STATUS_NOTIFICATION("FirmwareStatusNotification"),
    GET_15118_EV_CERTIFICATE("Get15118EVCertificate"),
    GET_CERTIFICATE_STATUS("GetCertificateStatus"),
    HEARTBEAT("Heartbeat"),
    LOG_STATUS_NOTIFICATION("LogStatusNotification"),
    METER_VALUES("MeterValues"),
    NOTIFY_CHARGING_LIMIT("NotifyChargingLimit"),
    NOTIFY_CUSTOMER_INFORMATION("NotifyCustomerInformation"),
    NOTIFY_DISPLAY_MESSAGES("NotifyDisplayMessages"),
    NOTIFY_EVENT("NotifyEvent"),
    NOTIFY_EV_CHARGING_NEEDS("NotifyEVChargingNeeds"),
    NOTIFY_EV_CHARGING_SCHEDULE("NotifyEVChargingSchedule"),
    NOTIFY_MONITORING_REPORT("NotifyMonitoringReport"),
    NOTIFY_REPORT("NotifyReport"),
    PUBLISH_FIRMWARE_STATUS_NOTIFICATION("PublishFirmwareStatusNotification"),
    REPORT_CHARGING_PROFILES("ReportChargingProfiles"),
    RESERVATION_STATUS_UPDATE("ReservationStatusUpdate"),
    SECURITY_EVENT_NOTIFICATION("SecurityEventNotification"),
    SIGN_CERTIFICATE("SignCertificate"),
    STATUS_NOTIFICATION("StatusNotification"),
    TRANSACTION_EVENT("TransactionEvent");

    private static final Map<String, Action> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Action::wireName, Function.identity()));

    /** The actions that a central system requests; DataTransfer goes both ways. */
    private static final Set<String> OF_CENTRAL_SYSTEM = Words.of("""
            CancelReservation CertificateSigned ChangeAvailability ClearCache ClearChargingProfile
            ClearDisplayMessage ClearVariableMonitoring CostUpdated CustomerInformation DeleteCertificate
            GetBaseReport GetChargingProfiles GetCompositeSchedule GetDisplayMessages GetInstalledCertificateIds
            GetLocalListVersion GetLog GetMonitoringReport GetReport GetTransactionStatus GetVariables
            InstallCertificate PublishFirmware RequestStartTransaction RequestStopTransaction ReserveNow Reset
            SendLocalList SetChargingProfile SetDisplayMessage SetMonitoringBase SetMonitoringLevel
            SetNetworkProfile SetVariableMonitoring SetVariables TriggerMessage UnlockConnector UnpublishFirmware
            UpdateFirmware
            """);

    private final String wireName;

    Action(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }

    static Optional<Action> named(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }

    /** Whether only a central system may request the action. */
    static boolean isOfCentralSystem(String wireName) {
        return OF_CENTRAL_SYSTEM.contains(wireName);
    }

    /** Whether the message is written to Kafka before it is answered. */
    boolean isRecorded() {
        return this != AUTHORIZE && this != HEARTBEAT;
    }

    /** Validates a payload against the schema of OCPP 2.0.1. */
    Validation<ObjectNode> validate(ObjectNode payload, Strictness strictness) {
        return Inspection.inspect(payload, Objects.requireNonNull(Schemas.V2_0_1.get(this), wireName), strictness);
    }
}
