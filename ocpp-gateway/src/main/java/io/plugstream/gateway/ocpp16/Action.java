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
enum Action {
    AUTHORIZE("Authorize", Schemas.AUTHORIZE),
    BOOT_NOTIFICATION("BootNotification", Schemas.BOOT_NOTIFICATION),
    DATA_TRANSFER("DataTransfer", Schemas.DATA_TRANSFER),
    DIAGNOSTICS_STATUS_NOTIFICATION("DiagnosticsStatusNotification", Schemas.DIAGNOSTICS_STATUS_NOTIFICATION),
    FIRMWARE_STATUS_NOTIFICATION("FirmwareStatusNotification", Schemas.FIRMWARE_STATUS_NOTIFICATION),
    HEARTBEAT("Heartbeat", Schemas.HEARTBEAT),
    LOG_STATUS_NOTIFICATION("LogStatusNotification", Schemas.LOG_STATUS_NOTIFICATION),
    METER_VALUES("MeterValues", Schemas.METER_VALUES),
    SECURITY_EVENT_NOTIFICATION("SecurityEventNotification", Schemas.SECURITY_EVENT_NOTIFICATION),
    SIGN_CERTIFICATE("SignCertificate", Schemas.SIGN_CERTIFICATE),
    SIGNED_FIRMWARE_STATUS_NOTIFICATION(
            "SignedFirmwareStatusNotification", Schemas.SIGNED_FIRMWARE_STATUS_NOTIFICATION),
    START_TRANSACTION("StartTransaction", Schemas.START_TRANSACTION),
    STATUS_NOTIFICATION("StatusNotification", Schemas.STATUS_NOTIFICATION),
    STOP_TRANSACTION("StopTransaction", Schemas.STOP_TRANSACTION);

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
    private final Shape payload;

    Action(String wireName, Shape payload) {
        this.wireName = wireName;
        this.payload = payload;
    }

    /** The action's name in a CALL. */
    String wireName() {
        return wireName;
    }

    /** The action of that name, if this gateway knows it. */
    static Optional<Action> named(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }

    /** The error code for any other action: OCPP defines it for central systems only, or not at all. */
    static ErrorCode refusal(String wireName) {
        return OF_CENTRAL_SYSTEM.contains(wireName) ? ErrorCode.NOT_SUPPORTED : ErrorCode.NOT_IMPLEMENTED;
    }

    /** Whether the message is written to Kafka before it is answered. */
    boolean isRecorded() {
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

    /** Validates a payload by the rules of the OCPP 1.6 JSON schemas, or less strictly. */
    Validation<ObjectNode> validate(ObjectNode sent, Strictness strictness) {
        return Inspection.inspect(sent, payload, strictness);
    }
}
