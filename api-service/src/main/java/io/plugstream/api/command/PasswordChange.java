package io.plugstream.api.command;

import io.plugstream.api.http.Fault;
import io.plugstream.model.charger.AuthorizationKey;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.digest.Sha256;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
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

    private static final String VARIABLES = "setVariableData";
    private static final int SHORTEST = 16;
    private static final int LONGEST = 40;

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

    /**
     * The fault of a password that not every charger takes: 16 to 40 characters, as of BasicAuthPassword in OCPP 2.0.1
     * and of the hexadecimal digits of AuthorizationKey.
     *
     * @param path of {@code payload} in the request
     */
    static Optional<Fault> fault(CommandAction action, JsonNode payload, String path) {
        return configured(action, payload, KEYS_OF_STATION)
                .filter(PasswordChange::isWrongLength)
                .map(_ -> path + ".value")
                .or(() -> IntStream.range(0, payload.path(VARIABLES).size())
                        .filter(_ -> action == CommandAction.SET_VARIABLES)
                        .filter(i -> isMeant(payload.path(VARIABLES).path(i))
                                && isWrongLength(value(payload.path(VARIABLES).path(i))))
                        .mapToObj(i -> path + '.' + VARIABLES + '[' + i + "].attributeValue")
                        .findFirst())
                .map(field -> new Fault(field, "must have " + SHORTEST + " to " + LONGEST + " characters"));
    }

    private static boolean isWrongLength(String password) {
        return password.length() < SHORTEST || password.length() > LONGEST;
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
                ? payload.path(VARIABLES)
                        .valueStream()
                        .filter(PasswordChange::isMeant)
                        .map(PasswordChange::value)
                : Stream.empty();
    }

    private static String value(JsonNode change) {
        return change.path("attributeValue").asString("");
    }

    private static boolean isMeant(JsonNode entry) {
        return COMPONENT.equalsIgnoreCase(entry.path("component").path("name").asString(""))
                && VARIABLE.equalsIgnoreCase(entry.path("variable").path("name").asString(""))
                && Set.of("", "Actual").contains(entry.path("attributeType").asString(""));
    }
}
