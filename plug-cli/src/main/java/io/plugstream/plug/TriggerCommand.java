package io.plugstream.plug;

import io.plugstream.plug.api.Api;
import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Runs a scenario on a test charger and prints its outcome. */
@Command(
        name = "trigger",
        sortOptions = false,
        description = "Runs a scenario on a test charger and waits for its end. For test keys only.",
        footerHeading = "%nScenarios:%n",
        footer = {
            "  normalSession       a car is plugged in, charges, and leaves",
            "  remoteStart         charging is started and stopped remotely",
            "  refusedRemoteStart  the charger rejects a remote start",
            "  commandTimeout      the charger never answers a remote start",
            "  faultWhileCharging  a ground failure ends the charging",
            "  offlineThenResend   the charger goes offline and sends its messages later",
            "  repeatedStart       StartTransaction is sent twice but starts one transaction",
            "  orphanedStop        StopTransaction for an unknown transaction",
            "  replacedConnection  the charger connects again while its old connection is open",
            "  wrongClock          the charger's clock is ten days behind",
            "",
            "Examples:",
            "  plug trigger normalSession",
            "  plug trigger faultWhileCharging --charger CP-1 --json",
            "",
            "Exits with 1 if the scenario fails or cannot begin. Each poll is an API call. Failed polls are repeated"
                    + " for up to 90 seconds; then plug names the scenario and exits with the code of the last failure."
                    + " Ctrl-C ends plug, but not the scenario."
        })
final class TriggerCommand extends ApiCommand {

    private static final Duration POLL = Duration.ofSeconds(2);

    /** How long polls may fail. A scenario takes at most 30 s. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @Parameters(index = "0", paramLabel = "SCENARIO", description = "One of the scenarios below.")
    String scenario = "";

    @Option(
            names = "--charger",
            paramLabel = "ID",
            description = "The charger's chargeBoxId. Not needed if you have one test charger only.")
    @Nullable
    String charger;

    @Override
    public Integer call() throws Failure, InterruptedException {
        var api = access.api();
        if (!api.key().isTest()) {
            throw new Failure(
                    Failure.Kind.USAGE,
                    "Only test chargers run scenarios: use a test key (plug_test_…), not a live one.");
        }
        var chosen = charger == null ? onlyCharger(api) : charger;
        var body = Json.mapper().createObjectNode().put("scenario", scenario);
        try (var farewell = new Farewell(access.errors(), "The scenario may have been started.")) {
            var run = api.post(Api.path("/api/v1/sandbox/chargers/", chosen, "/scenarios"), body, "status");
            return end(ended(run, api, farewell), chosen);
        }
    }

    /** The scenario at its end. */
    private JsonNode ended(JsonNode started, Api api, Farewell farewell) throws Failure, InterruptedException {
        var run = started;
        var id = started.path("id").asString("");
        var path = Api.path("/api/v1/sandbox/scenarios/", id, "");
        var polling = new Polling(api, path, LIMIT);
        var said = new HashSet<JsonNode>();
        farewell.becomes("Scenario %s goes on. GET %s shows its outcome.".formatted(id, path));
        if (status(started).equals("running")) {
            access.errors().line("Scenario %s was started. Waiting for its end.".formatted(id));
        }
        while (status(run).equals("running")) {
            try {
                run = polling.next(POLL);
            } catch (Failure e) {
                throw e.after("Scenario %s was started, but its progress cannot be read.".formatted(id));
            }
            say(run, said);
        }
        return run;
    }

    /** A newer API may have more scenarios than the help. */
    private boolean isInHelp() {
        var help = CommandSpec.forAnnotatedObject(this).usageMessage();
        return Arrays.stream(help.footer())
                .takeWhile(line -> !line.isEmpty())
                .anyMatch(line -> line.startsWith("  " + scenario + " "));
    }

    private String onlyCharger(Api api) throws Failure, InterruptedException {
        List<JsonNode> chargers = api.get("/api/v1/chargers", "chargers")
                .path("chargers")
                .valueStream()
                .toList();
        if (chargers.size() != 1 && !isInHelp()) {
            throw new Failure(
                    Failure.Kind.USAGE, "There is no scenario %s. plug trigger --help lists them.".formatted(scenario));
        }
        if (chargers.size() != 1) {
            throw new Failure(
                    Failure.Kind.USAGE,
                    chargers.isEmpty()
                            ? "There is no charger. Register one with POST /api/v1/chargers."
                            : "There is more than one charger. Choose one with --charger.");
        }
        return chargers.getFirst().path("chargeBoxId").asString("");
    }

    /** Prints the new steps; an event may appear between steps that were printed before. */
    private void say(JsonNode run, Set<JsonNode> said) {
        if (!access.json) {
            run.path("steps").valueStream().filter(said::add).forEach(this::say);
        }
    }

    private void say(JsonNode step) {
        var event = step.path("eventId").asString("");
        access.output()
                .line("%s  %s%s"
                        .formatted(
                                step.path("at").asString(""),
                                step.path("step").asString(""),
                                event.isEmpty() ? "" : "  " + event));
    }

    private int end(JsonNode run, String chosen) {
        var well = status(run).equals("succeeded");
        if (access.json) {
            access.output().json(Json.write(run));
        } else {
            var failure = run.path("failure").asString("");
            access.output()
                    .verdict(scenario + " at " + chosen, well, status(run) + (failure.isEmpty() ? "" : "  " + failure));
        }
        return well ? 0 : Failure.Kind.REFUSED.exitCode();
    }

    private static String status(JsonNode run) {
        return run.path("status").asString("");
    }
}
