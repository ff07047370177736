package io.plugstream.api.command;

import io.plugstream.model.command.CommandAction;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The password of an OCPP 2 station, which is a variable that commands can set (OCPP 2.0.1, A01). Names of keys,
 * components and variables are compared without case, as in OCPP.
 */
final class StationPassword {

    private static final String COMPONENT = "SecurityCtrlr";
    private static final String VARIABLE = "BasicAuthPassword";
    private static final List<String> KEYS = List.of("AuthorizationKey", COMPONENT + '.' + VARIABLE);

    private StationPassword() {}

    /** The password that a command sets; empty if it sets none. */
    static Optional<String> in(CommandAction action, JsonNode payload) {
        return switch (action) {
            case CHANGE_CONFIGURATION ->
                Optional.of(payload)
                        .filter(change -> isKey(change.path("key").asString("")))
                        .map(change -> change.path("value").asString(""));
            case SET_VARIABLES ->
                payload.path("setVariableData")
                        .valueStream()
                        .filter(StationPassword::isMeant)
                        .map(change -> change.path("attributeValue").asString(""))
                        .findFirst();
            default -> Optional.empty();
        };
    }

    /** Whether the station accepted the new password. With any other status the old password stays valid. */
    static boolean isTaken(JsonNode answer) {
        return answer.path("setVariableResult")
                .valueStream()
                .filter(StationPassword::isMeant)
                .anyMatch(result -> result.path("attributeStatus").asString("").equals("Accepted"));
    }

    private static boolean isKey(String name) {
        return KEYS.stream().anyMatch(name::equalsIgnoreCase);
    }

    private static boolean isMeant(JsonNode entry) {
        return COMPONENT.equalsIgnoreCase(entry.path("component").path("name").asString(""))
                && VARIABLE.equalsIgnoreCase(entry.path("variable").path("name").asString(""))
                && Set.of("", "Actual").contains(entry.path("attributeType").asString(""));
    }
}
