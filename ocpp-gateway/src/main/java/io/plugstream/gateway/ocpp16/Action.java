package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Inspection;
import io.plugstream.gateway.payload.Shape;
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
    AUTHORIZE("Authorize", Authorize.PAYLOAD, Authorize::read),
    BOOT_NOTIFICATION("BootNotification", BootNotification.PAYLOAD, BootNotification::read),
    DATA_TRANSFER("DataTransfer", Notification.DATA_TRANSFER, Notification::dataTransfer),
    DIAGNOSTICS_STATUS_NOTIFICATION(
            "DiagnosticsStatusNotification", Notification.DIAGNOSTICS_STATUS, Notification::diagnosticsStatus),
    FIRMWARE_STATUS_NOTIFICATION(
            "FirmwareStatusNotification", Notification.FIRMWARE_STATUS, Notification::firmwareStatus),
    HEARTBEAT("Heartbeat", Shape.object(), _ -> new Heartbeat()),
    LOG_STATUS_NOTIFICATION("LogStatusNotification", Notification.LOG_STATUS, Notification::logStatus),
    METER_VALUES("MeterValues", MeterValues.PAYLOAD, MeterValues::read),
    SECURITY_EVENT_NOTIFICATION("SecurityEventNotification", Notification.SECURITY_EVENT, Notification::securityEvent),
    SIGN_CERTIFICATE("SignCertificate", Notification.SIGN_CERTIFICATE, Notification::signCertificate),
    SIGNED_FIRMWARE_STATUS_NOTIFICATION(
            "SignedFirmwareStatusNotification",
            Notification.SIGNED_FIRMWARE_STATUS,
            Notification::signedFirmwareStatus),
    START_TRANSACTION("StartTransaction", StartTransaction.PAYLOAD, StartTransaction::read),
    STATUS_NOTIFICATION("StatusNotification", StatusNotification.PAYLOAD, StatusNotification::read),
    STOP_TRANSACTION("StopTransaction", StopTransaction.PAYLOAD, StopTransaction::read);

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

    @SuppressWarnings("ImmutableEnumChecker") // Shapes are immutable.
    private final Shape shape;

    @SuppressWarnings("ImmutableEnumChecker") // Without state.
    private final Function<ObjectNode, Request> reading;

    Action(String wireName, Shape shape, Function<ObjectNode, Request> reading) {
        this.wireName = wireName;
        this.shape = shape;
        this.reading = reading;
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
        return Inspection.inspect(payload, shape, strictness).map(reading);
    }
}
