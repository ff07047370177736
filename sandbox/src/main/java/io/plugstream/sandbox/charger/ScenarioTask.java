package io.plugstream.sandbox.charger;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.fleet.SimulatedCharger;
import io.plugstream.simulator.scenario.Journal;
import io.plugstream.simulator.scenario.Scenario;
import io.plugstream.simulator.scenario.ScenarioRun;
import io.plugstream.simulator.scenario.ScenarioRun.DoneStep;
import io.plugstream.simulator.scenario.Scenarios;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Runs a charger's current scenario from its first unfinished step. */
final class ScenarioTask implements Runnable, Journal {

    /** Extra time for the API, which may notice a command's end a little later. */
    private static final Duration API_DELAY = Duration.ofSeconds(15);

    /** Why a run fails that could not go on in time. */
    static final String LATE = "The scenario did not end in time; the sandbox may have been stopped meanwhile";

    private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

    private final SimulatedCharger charger;
    private final RunLog runs;
    private final ShardWriter writer;
    private final ChargerId id;
    private final Clock clock;
    private final Consumer<SandboxRun> ended;
    private final SandboxRun begun;

    ScenarioTask(
            SimulatedCharger charger,
            RunLog runs,
            ShardWriter writer,
            ChargerId id,
            Clock clock,
            Consumer<SandboxRun> ended) {
        this.charger = charger;
        this.runs = runs;
        this.writer = writer;
        this.id = id;
        this.clock = clock;
        this.ended = ended;
        this.begun = runs.running().orElseThrow();
    }

    @Override
    public void run() {
        try {
            var scenario = Scenarios.named(begun.scenario());
            end(scenario.isEmpty() ? "There is no such scenario" : go(scenario.get()));
        } catch (InterruptedException e) {
            // The charger is being closed on this instance. Its next owner resumes the scenario.
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            // Catches errors as well: otherwise the charger would be busy until the process ends.
            endAfter(e);
            throw e;
        }
    }

    /** Ends the run after an unexpected failure; if its changes cannot be undone, without that. */
    private void endAfter(Throwable fault) {
        var failure = "The sandbox could not go on: " + fault.getClass().getSimpleName();
        try {
            end(failure);
        } catch (Throwable e) {
            fault.addSuppressed(e);
            end(failure, _ -> {});
        }
    }

    private @Nullable String go(Scenario scenario) throws InterruptedException {
        var failure = new ScenarioRun(charger, this::send, clock).run(scenario, begun.next(), begun.deadline(), this);
        // An interrupted write looks like a failure, but it is not a failure of the scenario.
        if (failure != null && Thread.interrupted()) {
            throw new InterruptedException(failure);
        }
        return failure;
    }

    /** Ends the run. What a failed one changed at the charger is undone. */
    void end(@Nullable String failure) {
        end(failure, failure == null ? _ -> {} : this::undo);
    }

    private void end(@Nullable String failure, Consumer<Charger> undo) {
        var over = begun.ended(clock.instant(), failure);
        charger.actAndKeep(known -> {
            undo.accept(known);
            runs.change(begun.id(), past -> past.ended(clock.instant(), failure));
            return true;
        });
        ended.accept(over);
    }

    private void undo(Charger known) {
        var next = runs.running().map(SandboxRun::next).orElse(0);
        Scenarios.named(begun.scenario()).ifPresent(scenario -> ScenarioRun.undo(scenario, next, known));
    }

    @Override
    public void done(int number, DoneStep step) {
        runs.change(
                begun.id(), past -> past.done(new SandboxRun.Step(step.step().wireName(), step.at()), number));
    }

    /** A resumed step reuses the payload of the command that it had already sent. */
    @Override
    public Map<String, Object> payload(int number, Payload payload) throws IOException, InterruptedException {
        var known = command();
        return known == null ? payload.find() : Json.mapper().convertValue(known.payload(), KnownPayload.class);
    }

    /** A type for the mapper. */
    private static final class KnownPayload extends java.util.LinkedHashMap<String, Object> {
        private static final long serialVersionUID = 1;
    }

    /** Sends one command per step. */
    private String send(String action, Map<String, Object> payload, Duration timeout)
            throws IOException, InterruptedException {
        var known = command();
        var command = known == null ? command(action, payload, timeout) : known;
        if (known == null) {
            charger.actAndKeep(_ -> {
                runs.change(begun.id(), past -> past.sending(command));
                return true;
            });
        }
        var answered = clock.instant().plus(timeout).plus(API_DELAY);
        var limit = answered.isBefore(begun.deadline()) ? answered : begun.deadline();
        while (!charger.await(_ -> status(command.id()).isPresent(), Duration.ZERO)) {
            if (clock.instant().isAfter(limit)) {
                throw new IOException(action + " was not answered by the API");
            }
            writer.write(command);
            charger.await(_ -> status(command.id()).isPresent(), ASK_AGAIN);
        }
        return charger.act(_ -> status(command.id())).orElseThrow();
    }

    private SandboxCommand command(String action, Map<String, Object> payload, Duration timeout) {
        return new SandboxCommand(
                IDS.generate(),
                id.organisationId(),
                id.chargeBoxId(),
                Arrays.stream(CommandAction.values())
                        .filter(known -> known.wireName().equals(action))
                        .findFirst()
                        .orElseThrow(),
                Json.mapper().convertValue(payload, ObjectNode.class),
                Math.toIntExact(timeout.toSeconds()),
                clock.instant());
    }

    private @Nullable SandboxCommand command() {
        return charger.act(_ -> runs.running().map(SandboxRun::command)).orElse(null);
    }

    private Optional<String> status(UUID command) {
        return runs.running()
                .filter(run -> run.command() != null
                        && Objects.requireNonNull(run.command()).id().equals(command))
                .map(SandboxRun::commandStatus);
    }
}
