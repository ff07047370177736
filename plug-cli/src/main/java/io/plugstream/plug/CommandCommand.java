package io.plugstream.plug;

import io.plugstream.plug.api.Api;
import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends a command and prints its outcome. */
@Command(
        name = "command",
        sortOptions = false,
        description = "Sends a command to a charger. The API waits up to 10 seconds for the charger's answer.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  plug command CP-1 RemoteStartTransaction '{\"connectorId\": 1, \"idTag\": \"04A2B3\"}'",
            "  plug command CP-1 Reset '{\"type\": \"Soft\"}' --wait",
            "  plug command CP-1 GetConfiguration --json | jq .response",
            "",
            "Exits with 1 if the charger rejects the command, does not answer in time, or is not connected. Without"
                    + " --wait, a command that the API leaves queued or sent exits with 0. If --wait cannot read the"
                    + " outcome, plug names the command and exits with the code of the last failure."
                    + " Ctrl-C ends plug, but not a command that was sent."
        })
final class CommandCommand extends ApiCommand {

    private static final Set<String> UNDER_WAY = Set.of("queued", "sent");
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration LONGEST_POLL = Duration.ofSeconds(5);
    private static final int DEFAULT_TIMEOUT = 30;

    /** How long after the command's timeout polls may fail. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    @Parameters(index = "0", paramLabel = "ID", description = "The charger's chargeBoxId.")
    String charger = "";

    @Parameters(index = "1", paramLabel = "ACTION", description = "An OCPP action, such as Reset.")
    String action = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "JSON",
            defaultValue = "{}",
            description = "The action's payload (default: {}).")
    String payload = "{}";

    @Option(
            names = "--wait",
            description = "Wait until the charger has answered or the command has timed out. Each poll is an API call."
                    + " Failed polls are repeated, until a minute after the timeout.")
    boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long the charger may take to answer, 1 to 300 (default: 30).")
    @Nullable
    Integer timeout;

    @Override
    public Integer call() throws Failure, InterruptedException {
        var api = access.api();
        var body = Json.mapper().createObjectNode();
        body.put("action", action);
        body.set("payload", payload());
        if (timeout != null) {
            body.put("timeoutSeconds", timeout);
        }
        var list = Api.path("/api/v1/chargers/", charger, "/commands");
        JsonNode command;
        try (var farewell = new Farewell(
                access.errors(),
                "The command may have been sent. GET %s lists the charger's commands.".formatted(list))) {
            command = sent(api, list, body);
            if (wait) {
                command = ended(command, api, farewell);
            }
        }
        say(command);
        if (UNDER_WAY.contains(status(command))) {
            access.errors()
                    .line("GET %s shows the command's outcome. With --wait, plug waits for it."
                            .formatted(path(command)));
            return 0;
        }
        return status(command).equals("accepted") ? 0 : Failure.Kind.REFUSED.exitCode();
    }

    private JsonNode sent(Api api, String list, ObjectNode body) throws Failure, InterruptedException {
        try {
            return api.post(list, body, "status");
        } catch (Failure e) {
            throw CommandRefusal.of(e, action);
        }
    }

    /** The command at its end. */
    private JsonNode ended(JsonNode sent, Api api, Farewell farewell) throws Failure, InterruptedException {
        var command = sent;
        var id = sent.path("id").asString("");
        var life = Duration.ofSeconds(timeout == null ? DEFAULT_TIMEOUT : timeout);
        var polling = new Polling(api, path(sent), life.plus(GRACE));
        var pause = POLL;
        farewell.becomes("Command %s goes on. GET %s shows its outcome.".formatted(id, path(sent)));
        if (UNDER_WAY.contains(status(sent))) {
            access.errors().line("Command %s was sent. Waiting for its end.".formatted(id));
        }
        while (UNDER_WAY.contains(status(command))) {
            var now = pause;
            pause = pause.compareTo(LONGEST_POLL) < 0 ? pause.plus(POLL) : pause;
            try {
                command = polling.next(now);
            } catch (Failure e) {
                throw e.after("Command %s was sent, but its outcome cannot be read.".formatted(id));
            }
        }
        return command;
    }

    private static String path(JsonNode command) {
        return Api.path("/api/v1/commands/", command.path("id").asString(""), "");
    }

    private ObjectNode payload() throws Failure {
        try {
            if (Json.read(payload) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            // Without the part that describes the source, which Jackson redacts.
            var fault = e.getOriginalMessage().replaceFirst(" \\(start marker at .*", "");
            throw new Failure(Failure.Kind.USAGE, "The payload is not JSON: " + fault);
        }
        throw new Failure(Failure.Kind.USAGE, "The payload must be a JSON object, such as {\"type\": \"Soft\"}.");
    }

    private void say(JsonNode command) {
        if (access.json) {
            access.output().json(Json.write(command));
            return;
        }
        var status = status(command);
        var more = command.path("response").isMissingNode()
                        || command.path("response").isNull()
                ? command.path("error")
                : command.path("response");
        access.output()
                .verdict(
                        "%s  %s %s"
                                .formatted(
                                        command.path("id").asString(""),
                                        charger,
                                        command.path("action").asString("")),
                        status.equals("accepted") || UNDER_WAY.contains(status),
                        status + (more.isMissingNode() || more.isNull() ? "" : "  " + Json.write(more)));
    }

    private static String status(JsonNode command) {
        return command.path("status").asString("");
    }
}
