package io.plugstream.simulator.scenario;

import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.fleet.ChargerView;
import io.plugstream.simulator.fleet.SimulatedCharger;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs a scenario with a charger, on the caller's thread. */
public final class ScenarioRun {

    private static final int CONNECTOR = 1;

    private final SimulatedCharger charger;
    private final CommandSender commands;
    private final Clock clock;

    /** A step and when it began. */
    public record DoneStep(Step step, Instant at) {}

    /** A step that failed. */
    private static final class Failure extends Exception {
        Failure(String message) {
            super(message);
        }
    }

    public ScenarioRun(SimulatedCharger charger, CommandSender commands, Clock clock) {
        this.charger = charger;
        this.commands = commands;
        this.clock = clock;
    }

    /**
     * Runs or resumes a scenario until it has ended. The charger must not be used otherwise meanwhile.
     *
     * @param from the first step that is not done
     * @param end the scenario fails if it has not ended by then
     * @return why it failed; null if it succeeded
     */
    public @Nullable String run(Scenario scenario, int from, Instant end, Journal journal) throws InterruptedException {
        try {
            awaitCharger(from, end);
            for (var number = from; number < scenario.steps().size(); number++) {
                if (clock.instant().isAfter(end)) {
                    throw new Failure("The scenario took too long");
                }
                take(number, new DoneStep(scenario.steps().get(number), clock.instant()), end, journal);
            }
            return null;
        } catch (Failure | IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /**
     * Undoes the lasting changes of a scenario that failed, so that the charger is free again. Its driver may be
     * authorised although the step that did so is not done.
     *
     * @param next the first step that is not done
     */
    public static void undo(Scenario scenario, int next, Charger charger) {
        for (var step : scenario.steps().stream().limit(next).toList().reversed()) {
            switch (step) {
                case Step.PlugIn _ -> charger.unplug(CONNECTOR);
                case Step.Fault _ -> charger.clearFault(CONNECTOR);
                case Step.GoOffline _ -> charger.online(true);
                case Step.SetClock _ -> charger.setClock(Duration.ZERO);
                default -> {}
            }
        }
        charger.dismiss(CONNECTOR);
    }

    /** A scenario begins without the driver of an earlier swipe or remote start, who would charge instead. */
    private void awaitCharger(int from, Instant end) throws Failure, InterruptedException {
        if (from == 0) {
            charger.act(always(known -> known.dismiss(CONNECTOR))::test);
        }
        var ready = from == 0
                ? charger.await(ScenarioRun::isFree, limit(end))
                : charger.await(view -> view.connected() || !view.state().online(), limit(end));
        if (!ready) {
            throw new Failure(
                    from == 0
                            ? "The charger is not connected or not idle"
                            : "The charger did not reconnect to resume the scenario");
        }
    }

    /** How long the charger is awaited. */
    private Duration limit(Instant end) {
        var left = Duration.between(clock.instant(), end);
        return left.compareTo(Step.Await.LIMIT) < 0 ? left : Step.Await.LIMIT;
    }

    private static boolean isFree(ChargerView view) {
        return view.idle() && !view.state().isPlugged() && !view.state().isCharging();
    }

    private void take(int number, DoneStep begun, Instant end, Journal journal)
            throws Failure, IOException, InterruptedException {
        switch (begun.step()) {
            case Step.PlugIn _ -> act(number, begun, journal, known -> known.plugIn(CONNECTOR));
            case Step.Unplug _ -> act(number, begun, journal, known -> known.unplug(CONNECTOR));
            case Step.Swipe(var idTag) -> act(number, begun, journal, known -> known.swipe(CONNECTOR, idTag));
            case Step.Fault(var errorCode) -> act(number, begun, journal, known -> known.fault(CONNECTOR, errorCode));
            case Step.ClearFault _ -> act(number, begun, journal, known -> known.clearFault(CONNECTOR));
            case Step.RepeatStart _ -> act(number, begun, journal, known -> known.repeatStart(CONNECTOR));
            case Step.ReadMeter _ -> act(number, begun, journal, known -> known.read(CONNECTOR));
            case Step.GoOffline _ -> act(number, begun, journal, always(known -> known.online(false)));
            case Step.GoOnline _ -> act(number, begun, journal, always(known -> known.online(true)));
            case Step.SetClock(var ahead) -> act(number, begun, journal, always(known -> known.setClock(ahead)));
            case Step.AnswerWith(var action, var how) ->
                act(number, begun, journal, always(known -> known.answerWith(action, how)));
            case Step.StopUnknown(var transaction) ->
                act(number, begun, journal, always(known -> known.stopUnknown(transaction, Scenarios.TAG)));
            default -> {
                wait(number, begun.step(), end, journal);
                charger.actAndKeep(_ -> {
                    journal.done(number, begun);
                    return true;
                });
            }
        }
    }

    /** Steps that do not change the charger and so may be repeated. */
    private void wait(int number, Step step, Instant end, Journal journal)
            throws Failure, IOException, InterruptedException {
        switch (step) {
            case Step.ConnectAgain _ -> connectAgain(limit(end));
            case Step.Pause(var length) -> Thread.sleep(length);
            case Step.Await(var condition) -> await(condition, limit(end));
            case Step.SendCommand command -> send(number, command, journal);
            default -> throw new IllegalArgumentException("The step changes the charger: " + step);
        }
    }

    /** Performs a step that the charger's state may not allow. */
    private void act(int number, DoneStep begun, Journal journal, Predicate<Charger> happening) throws Failure {
        var possible = charger.actAndKeep(known -> {
            var did = happening.test(known);
            if (did) {
                journal.done(number, begun);
            }
            return did;
        });
        if (!possible) {
            throw new Failure("The charger's state does not allow this step: " + begun.step());
        }
    }

    private static Predicate<Charger> always(Consumer<Charger> happening) {
        return known -> {
            happening.accept(known);
            return true;
        };
    }

    private void connectAgain(Duration limit) throws Failure, InterruptedException {
        try {
            charger.connectAgain().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new Failure("The charger could not reconnect: " + e.getMessage());
        }
    }

    private void await(Step.Condition condition, Duration limit) throws Failure, InterruptedException {
        if (!charger.await(view -> holds(condition, view), limit)) {
            throw new Failure("The charger did not become " + condition + " in time");
        }
    }

    private static boolean holds(Step.Condition condition, ChargerView view) {
        return switch (condition) {
            case SETTLED -> view.idle();
            case CHARGING -> view.state().isKnownToCharge();
            case CHARGED -> view.idle() && !view.state().isCharging();
            case DISCONNECTED -> !view.connected();
        };
    }

    private void send(int number, Step.SendCommand command, Journal journal)
            throws Failure, IOException, InterruptedException {
        var payload = journal.payload(number, () -> payload(command));
        var status = commands.send(command.action(), payload, command.timeout());
        if (!status.equals(command.status())) {
            throw new Failure("%s became %s, not %s".formatted(command.action(), status, command.status()));
        }
    }

    private Map<String, Object> payload(Step.SendCommand command) throws IOException {
        Map<String, Object> payload = new HashMap<>();
        for (var field : command.payload().entrySet()) {
            payload.put(field.getKey(), value(field.getValue()));
        }
        return payload;
    }

    /** For a transaction, the central system's id, or the charger's own id if it does not know that. */
    private Object value(Object given) throws IOException {
        if (!given.equals(Step.SendCommand.TRANSACTION)) {
            return given;
        }
        var state = charger.view().state();
        var number = state.transactionId();
        if (number != null) {
            return number;
        }
        return state.runningSession()
                .map(UUID::toString)
                .orElseThrow(() -> new IOException("No transaction is running"));
    }
}
