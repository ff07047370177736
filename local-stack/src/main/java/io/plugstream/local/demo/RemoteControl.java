package io.plugstream.local.demo;

import io.plugstream.model.command.CommandAction;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Answers what a central system asks the charger for, and has it done. The charger has one connector. */
final class RemoteControl {
    static final int CONNECTOR = 1;

    private static final int WHOLE_CHARGER = 0;
    private static final Set<String> MESSAGES =
            Set.of("BootNotification", "Heartbeat", "MeterValues", "StatusNotification");

    private final ChargerState state;
    private final ChargerSettings settings;

    RemoteControl(ChargerState state, ChargerSettings settings) {
        this.state = state;
        this.settings = settings;
    }

    CommandAnswer answer(String action, JsonNode payload) {
        var known = Arrays.stream(CommandAction.values())
                .filter(one -> one.wireName().equals(action))
                .findFirst();
        if (known.isEmpty()) {
            return new CommandAnswer.Refusal("NotImplemented", "");
        }
        try {
            return obey(known.get(), payload);
        } catch (IOException e) {
            return new CommandAnswer.Refusal(
                    "InternalError", "The charger's memory cannot be written: " + e.getMessage());
        }
    }

    private CommandAnswer obey(CommandAction action, JsonNode payload) throws IOException {
        return switch (action) {
            case REMOTE_START_TRANSACTION -> start(payload);
            case REMOTE_STOP_TRANSACTION -> stop(payload);
            case RESET -> reset(payload);
            case UNLOCK_CONNECTOR -> unlock(payload);
            case CHANGE_AVAILABILITY -> changeAvailability(payload);
            case GET_CONFIGURATION -> settings.read(payload.path("key"));
            case CHANGE_CONFIGURATION ->
                settings.change(
                        payload.path("key").asString(""), payload.path("value").asString(""));
            case TRIGGER_MESSAGE -> trigger(payload);
            case CLEAR_CACHE -> CommandAnswer.status("Accepted");
            case DATA_TRANSFER -> CommandAnswer.status("UnknownVendorId");
            case CANCEL_RESERVATION,
                    CLEAR_CHARGING_PROFILE,
                    GET_COMPOSITE_SCHEDULE,
                    GET_DIAGNOSTICS,
                    GET_LOCAL_LIST_VERSION,
                    RESERVE_NOW,
                    SEND_LOCAL_LIST,
                    SET_CHARGING_PROFILE,
                    UPDATE_FIRMWARE -> new CommandAnswer.Refusal("NotSupported", "");
        };
    }

    private CommandAnswer start(JsonNode payload) {
        return accepted(connector(payload) == CONNECTOR
                && state.startRemotely(payload.path("idTag").asString("")));
    }

    private CommandAnswer stop(JsonNode payload) throws IOException {
        var charging = state.memory().charging();
        var id = charging == null ? null : charging.transactionId();
        return accepted(id != null && id == payload.path("transactionId").asInt(0) && state.stop("Remote"));
    }

    private CommandAnswer reset(JsonNode payload) throws IOException {
        var _ = state.stop(payload.path("type").asString("").equals("Hard") ? "HardReset" : "SoftReset");
        state.restart();
        return CommandAnswer.status("Accepted");
    }

    private CommandAnswer unlock(JsonNode payload) throws IOException {
        if (connector(payload) != CONNECTOR) {
            return CommandAnswer.status("NotSupported");
        }
        var _ = state.stop("UnlockCommand");
        return CommandAnswer.status("Unlocked");
    }

    private CommandAnswer changeAvailability(JsonNode payload) throws IOException {
        var connector = connector(payload);
        if (connector != CONNECTOR && connector != WHOLE_CHARGER) {
            return CommandAnswer.status("Rejected");
        }
        var operative = payload.path("type").asString("").equals("Operative");
        state.makeOperative(operative);
        return CommandAnswer.status(operative || state.memory().charging() == null ? "Accepted" : "Scheduled");
    }

    private CommandAnswer trigger(JsonNode payload) {
        var message = payload.path("requestedMessage").asString("");
        if (!MESSAGES.contains(message)) {
            return CommandAnswer.status("NotImplemented");
        }
        var connector = connector(payload);
        if (connector != CONNECTOR && connector != WHOLE_CHARGER) {
            return CommandAnswer.status("Rejected");
        }
        state.want(message);
        return CommandAnswer.status("Accepted");
    }

    /** Where none is named, it is the only one. */
    private static int connector(JsonNode payload) {
        return payload.path("connectorId").asInt(CONNECTOR);
    }

    private static CommandAnswer accepted(boolean accepted) {
        return CommandAnswer.status(accepted ? "Accepted" : "Rejected");
    }
}
