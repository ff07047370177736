package io.plugstream.sandbox.charger;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.sandbox.SandboxState.Equipment;
import io.plugstream.simulator.charger.AnswerMode;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.fleet.SimulatedCharger;
import io.plugstream.simulator.ocpp16.Ocpp16;
import io.plugstream.simulator.ocpp2.Ocpp201;
import io.plugstream.simulator.protocol.Protocol;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * A test charger that is awake. Its whole memory is one record, which is written before any message that depends on it
 * is sent. The non-final fields are guarded by the lock of the simulated charger.
 */
public final class TestCharger implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TestCharger.class);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    /** Work that begins later does not keep the charger awake. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private final ChargerId id;
    private final ShardWriter writer;
    private final Clock clock;
    private final ChargerMetrics metrics;
    private final Equipment equipment;
    private final SimulatedCharger simulated;
    private final RunLog runs;
    private final Actions actions;
    private volatile SandboxCharger settings;
    private long through;
    private Instant usedAt;
    private @Nullable Thread scenario;

    /** @param known its last state; null for a charger that was never awake */
    TestCharger(
            ChargerId id,
            SandboxCharger settings,
            @Nullable SandboxState known,
            ChargerAddress address,
            ShardWriter writer,
            Fleet fleet,
            Clock clock,
            ChargerMetrics metrics) {
        this.id = id;
        this.settings = settings;
        this.writer = writer;
        this.clock = clock;
        this.metrics = metrics;
        var same = known != null && known.registeredAt().equals(settings.registeredAt()) ? known : null;
        var fresh = equipment(settings);
        var remembered = same == null ? null : read(id, same);
        var memory = remembered == null ? ChargerState.fresh(model(id, fresh)) : remembered;
        this.equipment = same != null && isInSession(memory) ? same.equipment() : fresh;
        this.actions = new Actions(clock);
        this.runs = new RunLog(same == null ? List.of() : same.runs());
        this.through = known == null ? -1 : known.through();
        this.usedAt = same == null ? settings.registeredAt() : same.usedAt();
        this.simulated = fleet.charger(
                address,
                protocol(equipment),
                model(id, equipment),
                memory,
                this::keep,
                new FailureObserver(id, metrics));
    }

    /** Whether the charger charges, or has unsent messages. */
    private static boolean isInSession(ChargerState memory) {
        return memory.isCharging() || memory.unsent() > 0;
    }

    /** Null if the state cannot be read: the charger then starts fresh instead of blocking the other chargers. */
    private static @Nullable ChargerState read(ChargerId id, SandboxState known) {
        try {
            return Json.mapper().readValue(known.memory(), ChargerState.class);
        } catch (JacksonException e) {
            log.error("The state of {} cannot be read, so it starts fresh: {}", id, e.getOriginalMessage());
            return null;
        }
    }

    private static Equipment equipment(SandboxCharger settings) {
        return new Equipment(settings.protocol(), settings.meterIntervalSeconds(), settings.powerW());
    }

    private static Protocol protocol(Equipment equipment) {
        return switch (equipment.protocol()) {
            case OCPP_1_6 -> new Ocpp16();
            case OCPP_2_0_1 -> new Ocpp201();
        };
    }

    private static ChargerModel model(ChargerId id, Equipment equipment) {
        return ChargerModel.wallbox(id.chargeBoxId())
                .withPower(equipment.powerW())
                .withConfiguration(
                        Map.of("MeterValueSampleInterval", Integer.toString(equipment.meterIntervalSeconds())));
    }

    private void keep(ChargerState memory) throws IOException {
        var view = simulated.view();
        usedAt = usedAt(memory);
        writer.write(new SandboxState(
                id.organisationId(),
                id.chargeBoxId(),
                settings.registeredAt(),
                Json.mapper().writeValueAsString(memory),
                through,
                usedAt,
                equipment,
                new SandboxState.Shown(
                        memory.online(),
                        memory.isPlugged(),
                        memory.runningSession().orElse(null),
                        memory.transactionId(),
                        (long) view.reading().energyWh(),
                        memory.queue().size()),
                runs.all()));
    }

    /** Includes the next step of an update or upload, because a sleeping charger would not do it. */
    private Instant usedAt(ChargerState memory) {
        var step = memory.upkeep().nextStep();
        if (step == null || step.isAfter(clock.instant().plus(LONGEST_WAIT))) {
            return usedAt;
        }
        return step.isAfter(usedAt) ? step : usedAt;
    }

    /** Connects, and resumes a scenario that an earlier owner began. */
    public void start() {
        applyAnswers(Map.of());
        simulated.start();
        // A run that is too old ends before the next order comes.
        if (runs.isLate(clock.instant())) {
            task().end(ScenarioTask.LATE);
        }
        simulated.act(_ -> {
            if (runs.running().isPresent()) {
                startScenario();
            }
            return true;
        });
    }

    /** Ends the scenario of a charger that was not started because it is no longer simulated, and closes it. */
    public void handOver() {
        if (runs.running().isPresent()) {
            task().end("The charger is no longer simulated");
        }
        close();
    }

    /** Carries out an order unless it was already carried out. */
    public OrderResult take(SandboxOrder order, long offset, Duration life) {
        return simulated.actAndKeep(charger -> {
            if (offset <= through) {
                return OrderResult.REPEATED;
            }
            through = offset;
            var isLate = order.at().plus(life).isBefore(clock.instant());
            if (order instanceof SandboxOrder.CommandEnded ended) {
                return answered(ended);
            }
            if (isLate) {
                return OrderResult.LATE;
            }
            usedAt = order.at().isAfter(usedAt) ? order.at() : usedAt;
            return switch (order) {
                case SandboxOrder.Act act -> perform(charger, act);
                case SandboxOrder.Run run -> begin(charger, run);
                case SandboxOrder.Use _, SandboxOrder.CommandEnded _ -> OrderResult.DONE;
            };
        });
    }

    private OrderResult answered(SandboxOrder.CommandEnded ended) {
        var waiting = runs.running()
                .filter(run -> run.command() != null && run.command().id().equals(ended.commandId()));
        waiting.ifPresent(run -> runs.change(run.id(), past -> past.answered(ended.status())));
        return waiting.isPresent() ? OrderResult.DONE : OrderResult.LATE;
    }

    private OrderResult perform(Charger charger, SandboxOrder.Act order) {
        if (runs.running().isPresent()) {
            return OrderResult.IMPOSSIBLE;
        }
        if (order.action() == SandboxAction.PLUG_IN) {
            actions.speedUpClock(charger, order.clockSpeed());
        }
        return actions.perform(charger, order.action(), order.idTag()) ? OrderResult.DONE : OrderResult.IMPOSSIBLE;
    }

    private OrderResult begin(Charger charger, SandboxOrder.Run order) {
        if (runs.running().isPresent()) {
            return OrderResult.IMPOSSIBLE;
        }
        actions.speedUpClock(charger, order.clockSpeed());
        charger.state().answers().keySet().forEach(answered -> charger.answerWith(answered, AnswerMode.ACCEPT));
        runs.add(SandboxRun.begun(order.runId(), order.scenario(), order.at(), clock.instant()));
        startScenario();
        return OrderResult.DONE;
    }

    private void startScenario() {
        scenario = Thread.ofVirtual().name("scenario-" + id).start(task());
    }

    private ScenarioTask task() {
        return new ScenarioTask(simulated, runs, writer, id, clock, this::ended);
    }

    private void ended(SandboxRun run) {
        metrics.ended(run);
        applyAnswers(Map.of());
    }

    /** Adopts new settings, except equipment, which changes with the next {@link TestCharger}. */
    public void set(SandboxCharger changed) {
        var former = settings.answers();
        settings = changed;
        applyAnswers(former);
    }

    private void applyAnswers(Map<String, String> former) {
        simulated.act(charger -> {
            if (runs.running().isEmpty()) {
                var actions = new HashSet<>(former.keySet());
                actions.addAll(charger.state().answers().keySet());
                Map<String, String> wanted = new HashMap<>(settings.answers());
                actions.forEach(action -> wanted.putIfAbsent(action, "accept"));
                wanted.forEach(
                        (action, how) -> charger.answerWith(action, AnswerMode.valueOf(how.toUpperCase(Locale.ROOT))));
            }
            return true;
        });
    }

    /** Whether it has to be recreated with new equipment, and can be now. */
    public boolean isOutdated() {
        return isOutdatedBy(settings);
    }

    /** Whether it has to be recreated with the equipment of {@code wanted}, and can be now. */
    public boolean isOutdatedBy(SandboxCharger wanted) {
        return simulated.act(charger ->
                !isInSession(charger.state()) && runs.running().isEmpty() && !equipment.equals(equipment(wanted)));
    }

    /** Whether it has been unused for longer than {@code time}. */
    public boolean isIdle(Duration time) {
        return simulated.act(_ -> runs.running().isEmpty() && usedAt.plus(time).isBefore(clock.instant()));
    }

    /** Whether the gateway has accepted it. */
    boolean isConnected() {
        return simulated.view().connected();
    }

    public SandboxCharger settings() {
        return settings;
    }

    /** Disconnects the charger; it can be resumed later. Its scenario writes nothing afterwards. */
    @Override
    public void close() {
        var running = scenario;
        if (running != null) {
            running.interrupt();
        }
        simulated.close();
        if (running != null) {
            awaitEnd(running);
        }
    }

    private void awaitEnd(Thread running) {
        try {
            if (!running.join(LONGEST_END)) {
                log.warn("The scenario of {} did not end in time", id);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "TestCharger[" + id + ']';
    }
}
