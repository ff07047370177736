package io.plugstream.api.command;

import io.plugstream.model.charger.AuthorizationKey;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.digest.Sha256;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The change of a charger's password by a command: the configuration key AuthorizationKey of OCPP 1.6, and in OCPP 2.0.1
 * also a variable (A01). Names of keys, components and variables are compared without case, as in OCPP.
 */
final class PasswordChange {

    private static final String COMPONENT = "SecurityCtrlr";
    private static final String VARIABLE = "BasicAuthPassword";
    private static final String KEY = "AuthorizationKey";
    private static final List<String> KEYS_OF_STATION = List.of(KEY, COMPONENT + '.' + VARIABLE);

    private PasswordChange() {}

    /** SHA-256 of the password that an OCPP 1.6 charger uses after a command; empty if the command sets none. */
    static Optional<String> hashForOcpp16(CommandAction action, JsonNode payload) {
        return configured(action, payload, List.of(KEY))
                .map(value -> AuthorizationKey.decode(value).map(Sha256::hex).orElseGet(() -> Sha256.hex(value)));
    }

    /** SHA-256 of the password that an OCPP 2 station uses after a command; empty if the command sets none. */
    static Optional<String> hashForOcpp2(CommandAction action, JsonNode payload) {
        return configured(action, payload, KEYS_OF_STATION)
                .or(() -> variables(action, payload).findFirst())
                .map(Sha256::hex);
    }

    /** Whether a command sets the password more than once, so that nobody can tell which one a station uses. */
    static boolean isAmbiguous(CommandAction action, JsonNode payload) {
        return variables(action, payload).count() > 1;
    }

    /** What a charger does with a new password. */
    enum Outcome {
        KEEPS_THE_OLD,
        /** If the charger was asked to, it may have taken it. */
        IS_UNKNOWN,
        TAKES_IT_AT_ONCE,
        TAKES_IT_WITH_A_REBOOT
    }

    /** What the charger does with the new password, if the command set one. */
    static Outcome outcome(JsonNode answer) {
        JsonNode results = answer.path("setVariableResult");
        Stream<String> statuses = results.isMissingNode()
                ? Stream.of(answer.path("status").asString(""))
                : results.valueStream()
                        .filter(PasswordChange::isMeant)
                        .map(result -> result.path("attributeStatus").asString(""));
        return statuses.map(PasswordChange::outcome)
                .max(Comparator.naturalOrder())
                .orElse(Outcome.KEEPS_THE_OLD);
    }

    private static Outcome outcome(String status) {
        return switch (status) {
            case "Accepted" -> Outcome.TAKES_IT_AT_ONCE;
            case "RebootRequired" -> Outcome.TAKES_IT_WITH_A_REBOOT;
            default -> Outcome.KEEPS_THE_OLD;
        };
    }

    private static Optional<String> configured(CommandAction action, JsonNode payload, List<String> keys) {
        return Optional.of(payload)
                .filter(_ -> action == CommandAction.CHANGE_CONFIGURATION)
                .filter(change -> keys.stream().anyMatch(change.path("key").asString("")::equalsIgnoreCase))
                .map(change -> change.path("value").asString(""));
    }

    private static Stream<String> variables(CommandAction action, JsonNode payload) {
        return action == CommandAction.SET_VARIABLES
                ? payload.path("setVariableData")
                        .valueStream()
                        .filter(PasswordChange::isMeant)
                        .map(change -> change.path("attributeValue").asString(""))
                : Stream.empty();
    }

    private static boolean isMeant(JsonNode entry) {
        return COMPONENT.equalsIgnoreCase(entry.path("component").path("name").asString(""))
                && VARIABLE.equalsIgnoreCase(entry.path("variable").path("name").asString(""))
                && Set.of("", "Actual").contains(entry.path("attributeType").asString(""));
    }
}
