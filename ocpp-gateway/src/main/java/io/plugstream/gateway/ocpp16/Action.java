package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Fields;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Words;
import io.plugstream.model.command.CommandAction;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The actions that a charger may request: those of OCPP 1.6, section 4, and of its security whitepaper. */
public enum Action {
    AUTHORIZE("Authorize"),
    BOOT_NOTIFICATION("BootNotification"),
    DATA_TRANSFER("DataTransfer"),
    DIAGNOSTICS_STATUS_NOTIFICATION("DiagnosticsStatusNotification"),
    FIRMWARE_STATUS_NOTIFICATION("FirmwareStatusNotification"),
    HEARTBEAT("Heartbeat"),
    LOG_STATUS_NOTIFICATION("LogStatusNotification"),
    METER_VALUES("MeterValues"),
    SECURITY_EVENT_NOTIFICATION("SecurityEventNotification"),
    SIGN_CERTIFICATE("SignCertificate"),
    SIGNED_FIRMWARE_STATUS_NOTIFICATION("SignedFirmwareStatusNotification"),
    START_TRANSACTION("StartTransaction"),
    STATUS_NOTIFICATION("StatusNotification"),
    STOP_TRANSACTION("StopTransaction");

    private static final Map<String, Action> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Action::wireName, Function.identity()));

    /** Actions of the security whitepaper that only a central system requests. */
    private static final Set<String> CENTRAL_SECURITY = Words.of("""
            CertificateSigned DeleteCertificate ExtendedTriggerMessage GetInstalledCertificateIds GetLog
            InstallCertificate SignedUpdateFirmware
            """);

    private static final Set<String> OF_CENTRAL_SYSTEM = Stream.concat(
                    CENTRAL_SECURITY.stream(),
                    CommandAction.ofEveryVersion().stream().map(CommandAction::wireName))
            .filter(name -> !BY_NAME.containsKey(name))
            .collect(Collectors.toUnmodifiableSet());

    private final String wireName;

    Action(String wireName) {
        this.wireName = wireName;
    }

    /** The action's name in a CALL. */
    public String wireName() {
        return wireName;
    }

    /** The action of that name, if this gateway knows it. */
    public static Optional<Action> named(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }

    /** The error code for any other action: OCPP defines it for central systems only, or not at all. */
    public static ErrorCode refusal(String wireName) {
        return OF_CENTRAL_SYSTEM.contains(wireName) ? ErrorCode.NOT_SUPPORTED : ErrorCode.NOT_IMPLEMENTED;
    }

    /** Whether the message is written to Kafka before it is answered. */
    public boolean isRecorded() {
        return this != AUTHORIZE && this != HEARTBEAT;
    }

    /** Whether a message is transaction-related (OCPP 1.6, 3.7): discarded after {@code TransactionMessageAttempts}. */
    boolean isOfTransaction(ObjectNode payload) {
        return switch (this) {
            case START_TRANSACTION, STOP_TRANSACTION -> true;
            case METER_VALUES -> payload.hasNonNull("transactionId");
            default -> false;
        };
    }

    /** Reads and validates a payload by the rules of the OCPP 1.6 JSON schemas, or less strictly. */
    public Validation<Request> validate(ObjectNode payload, Strictness strictness) {
        Fields fields = new Fields(payload, strictness);
        return fields.judged(read(fields));
    }

    private Request read(Fields fields) {
        return switch (this) {
            case AUTHORIZE -> Authorize.read(fields);
            case BOOT_NOTIFICATION -> BootNotification.read(fields);
            case DATA_TRANSFER -> Notification.dataTransfer(fields);
            case DIAGNOSTICS_STATUS_NOTIFICATION -> Notification.diagnosticsStatus(fields);
            case FIRMWARE_STATUS_NOTIFICATION -> Notification.firmwareStatus(fields);
            case HEARTBEAT -> new Heartbeat();
            case LOG_STATUS_NOTIFICATION -> Notification.logStatus(fields);
            case METER_VALUES -> MeterValues.read(fields);
            case SECURITY_EVENT_NOTIFICATION -> Notification.securityEvent(fields);
            case SIGN_CERTIFICATE -> Notification.signCertificate(fields);
            case SIGNED_FIRMWARE_STATUS_NOTIFICATION -> Notification.signedFirmwareStatus(fields);
            case START_TRANSACTION -> StartTransaction.read(fields);
            case STATUS_NOTIFICATION -> StatusNotification.read(fields);
            case STOP_TRANSACTION -> StopTransaction.read(fields);
        };
    }
}
