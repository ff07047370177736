package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.payload.Inspection;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Words;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The actions that a station may request in OCPP 2.0.1 (part 2, section 1). */
enum Action {
    AUTHORIZE("Authorize", Schemas.AUTHORIZE),
    BOOT_NOTIFICATION("BootNotification", Schemas.BOOT_NOTIFICATION),
    CLEARED_CHARGING_LIMIT("ClearedChargingLimit", Schemas.CLEARED_CHARGING_LIMIT),
    DATA_TRANSFER("DataTransfer", Schemas.DATA_TRANSFER),
    FIRMWARE_STATUS_NOTIFICATION("FirmwareStatusNotification", Schemas.FIRMWARE_STATUS_NOTIFICATION),
    GET_15118_EV_CERTIFICATE("Get15118EVCertificate", Schemas.GET_15118_EV_CERTIFICATE),
    GET_CERTIFICATE_STATUS("GetCertificateStatus", Schemas.GET_CERTIFICATE_STATUS),
    HEARTBEAT("Heartbeat", Schemas.HEARTBEAT),
    LOG_STATUS_NOTIFICATION("LogStatusNotification", Schemas.LOG_STATUS_NOTIFICATION),
    METER_VALUES("MeterValues", Schemas.METER_VALUES),
    NOTIFY_CHARGING_LIMIT("NotifyChargingLimit", Schemas.NOTIFY_CHARGING_LIMIT),
    NOTIFY_CUSTOMER_INFORMATION("NotifyCustomerInformation", ReportSchemas.NOTIFY_CUSTOMER_INFORMATION),
    NOTIFY_DISPLAY_MESSAGES("NotifyDisplayMessages", ReportSchemas.NOTIFY_DISPLAY_MESSAGES),
    NOTIFY_EVENT("NotifyEvent", ReportSchemas.NOTIFY_EVENT),
    NOTIFY_EV_CHARGING_NEEDS("NotifyEVChargingNeeds", Schemas.NOTIFY_EV_CHARGING_NEEDS),
    NOTIFY_EV_CHARGING_SCHEDULE("NotifyEVChargingSchedule", Schemas.NOTIFY_EV_CHARGING_SCHEDULE),
    NOTIFY_MONITORING_REPORT("NotifyMonitoringReport", ReportSchemas.NOTIFY_MONITORING_REPORT),
    NOTIFY_REPORT("NotifyReport", ReportSchemas.NOTIFY_REPORT),
    PUBLISH_FIRMWARE_STATUS_NOTIFICATION(
            "PublishFirmwareStatusNotification", Schemas.PUBLISH_FIRMWARE_STATUS_NOTIFICATION),
    REPORT_CHARGING_PROFILES("ReportChargingProfiles", ReportSchemas.REPORT_CHARGING_PROFILES),
    RESERVATION_STATUS_UPDATE("ReservationStatusUpdate", Schemas.RESERVATION_STATUS_UPDATE),
    SECURITY_EVENT_NOTIFICATION("SecurityEventNotification", Schemas.SECURITY_EVENT_NOTIFICATION),
    SIGN_CERTIFICATE("SignCertificate", Schemas.SIGN_CERTIFICATE),
    STATUS_NOTIFICATION("StatusNotification", Schemas.STATUS_NOTIFICATION),
    TRANSACTION_EVENT("TransactionEvent", Schemas.TRANSACTION_EVENT);

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

    @SuppressWarnings("ImmutableEnumChecker") // Shapes are immutable.
    private final Shape payload;

    Action(String wireName, Shape payload) {
        this.wireName = wireName;
        this.payload = payload;
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
    Validation<ObjectNode> validate(ObjectNode sent, Strictness strictness) {
        return Inspection.inspect(sent, payload, strictness);
    }
}
