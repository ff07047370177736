package io.plugstream.api.sandbox;

import io.plugstream.api.http.JsonBody;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxProtocol;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A change of a test charger's settings; null leaves a field unchanged.
 *
 * @param answers answers by OCPP action; replaces the former answers, and the charger accepts actions not named
 */
record SettingsChange(
        @Nullable Boolean simulated,
        @Nullable SandboxProtocol protocol,
        @Nullable Integer clockSpeed,
        @Nullable Integer meterIntervalSeconds,
        @Nullable Integer powerW,
        @Nullable Map<String, String> answers) {

    private static final int FASTEST = 60;
    private static final int LONGEST_INTERVAL = 3_600;
    private static final int MOST_POWER = 350_000;
    private static final int LEAST_POWER = 1_000;
    private static final Set<String> HOW = Set.of("accept", "reject", "silence", "error");
    private static final Set<String> ACTIONS =
            Arrays.stream(CommandAction.values()).map(CommandAction::wireName).collect(Collectors.toSet());

    /** Reads a request body; throws a problem with every fault. */
    static SettingsChange of(JsonNode json) {
        JsonBody body = JsonBody.of(json);
        SettingsChange change = new SettingsChange(
                body.flag("simulated"),
                body.choice("protocol", SandboxProtocol.values()),
                body.wholeNumber("clockSpeed", 1, FASTEST),
                body.wholeNumber("meterIntervalSeconds", 1, LONGEST_INTERVAL),
                body.wholeNumber("powerW", LEAST_POWER, MOST_POWER),
                answers(body));
        if (json.isEmpty()) {
            body.fault("", "must have at least one field");
        }
        body.check();
        return change;
    }

    /** Whether it leaves a simulated charger to a simulator of the organisation. */
    boolean handsOver(SandboxCharger charger) {
        return charger.simulated() && Boolean.FALSE.equals(simulated);
    }

    private static @Nullable Map<String, String> answers(JsonBody body) {
        JsonNode given = body.object("answers");
        if (given == null) {
            return null;
        }
        Map<String, String> answers = new TreeMap<>();
        given.properties().forEach(answer -> {
            String field = "answers." + answer.getKey();
            String how = answer.getValue().isString() ? answer.getValue().stringValue() : "";
            if (!ACTIONS.contains(answer.getKey())) {
                body.fault(field, "is not an action of a command to a charger");
            } else if (!HOW.contains(how)) {
                body.fault(field, "must be one of accept, reject, silence, error");
            } else if (!how.equals("accept")) {
                answers.put(answer.getKey(), how);
            }
        });
        return answers;
    }
}
