package io.plugstream.gateway.ocpp16;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The operations a charger may ask for. */
public enum Action {
    AUTHORIZE("Authorize"),
    BOOT_NOTIFICATION("BootNotification"),
    HEARTBEAT("Heartbeat"),
    METER_VALUES("MeterValues"),
    START_TRANSACTION("StartTransaction"),
    STATUS_NOTIFICATION("StatusNotification"),
    STOP_TRANSACTION("StopTransaction");

    private static final Map<String, Action> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Action::wireName, Function.identity()));

    private final String wireName;

    Action(String wireName) {
        this.wireName = wireName;
    }

    /** The operation's name in a CALL. */
    public String wireName() {
        return wireName;
    }

    /** The operation of that name, if this gateway knows it. */
    public static Optional<Action> named(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }

    /** Reads and validates a payload by the rules of the OCPP 1.6 JSON schemas. */
    public Validation validate(ObjectNode payload) {
        Fields fields = new Fields(payload);
        Request request = read(fields);
        Violation violation = fields.violation();
        return violation == null ? new Validation.Valid(request) : new Validation.Invalid(violation);
    }

    private Request read(Fields fields) {
        return switch (this) {
            case AUTHORIZE -> Authorize.read(fields);
            case BOOT_NOTIFICATION -> BootNotification.read(fields);
            case HEARTBEAT -> new Heartbeat();
            case METER_VALUES -> MeterValues.read(fields);
            case START_TRANSACTION -> StartTransaction.read(fields);
            case STATUS_NOTIFICATION -> StatusNotification.read(fields);
            case STOP_TRANSACTION -> StopTransaction.read(fields);
        };
    }
}
