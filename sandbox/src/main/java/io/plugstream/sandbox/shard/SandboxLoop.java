package io.plugstream.sandbox.shard;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.sandbox.charger.ChargerMeters;
import io.plugstream.sandbox.charger.SimulationProperties;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Has the chargers of its shards do what they are ordered. After any failure it begins anew from the log. */
@Component
final class SandboxLoop implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SandboxLoop.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration GLANCE = Duration.ofMillis(20);
    private static final Duration LOOK_AFTER = Duration.ofSeconds(5);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(18);

    private final KafkaClients clients;
    private final Instance instance;
    private final ShardOpener opener;
    private final Room room;
    private final DeadLetters deadLetters;
    private final ChargerMeters chargerMeters;
    private final ShardMeters meters;
    private final TopicTable<ChargerId, SandboxCharger> registered;
    private final Clock clock;
    private final Set<ChargerId> changed = ConcurrentHashMap.newKeySet();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable ShardSession session;
    private volatile @Nullable String fault;
    private volatile Instant lastTurn = Instant.MIN;
    private volatile @Nullable Thread thread;

    /** @param created so that the topics exist */
    SandboxLoop(
            KafkaClients clients,
            TopicCreator created,
            Instance instance,
            ShardOpener opener,
            SimulationProperties properties,
            DeadLetters deadLetters,
            ChargerMeters chargerMeters,
            ShardMeters shardMeters,
            TopicTable<ChargerId, SandboxCharger> registered,
            Clock clock,
            MeterRegistry meters) {
        this.clients = clients;
        this.instance = instance;
        this.opener = opener;
        this.room = new Room(properties.mostChargers());
        this.deadLetters = deadLetters;
        this.chargerMeters = chargerMeters;
        this.meters = shardMeters;
        this.registered = registered;
        this.clock = clock;
        registered.onChange((id, _) -> changed.add(id));
        gauge(
                meters,
                "plugstream.sandbox.shards.assigned",
                "Shards that are this instance's",
                running -> running.shards().size());
        gauge(meters, "plugstream.sandbox.shards.open", "Shards whose chargers this instance simulates", running ->
                (int) running.shards().values().stream().filter(open -> open).count());
        Gauge.builder("plugstream.sandbox.chargers.awake", room, Room::taken)
                .description("Test chargers that are awake on this instance")
                .register(meters);
        Gauge.builder("plugstream.sandbox.chargers.most", properties, SimulationProperties::mostChargers)
                .description("Test chargers that can be awake on this instance")
                .register(meters);
    }

    private void gauge(MeterRegistry meters, String name, String description, ToIntFunction<ShardSession> figure) {
        Gauge.builder(name, this, loop -> {
                    var running = loop.session;
                    return running == null ? 0 : figure.applyAsInt(running);
                })
                .description(description)
                .register(meters);
    }

    /**
     * What the loop is like.
     *
     * @param shards each shard that is this instance's, and whether it is open
     * @param joined whether the group has said which these are
     * @param fault what it began anew for, until it goes on
     */
    record State(
            Map<Integer, Boolean> shards,
            boolean joined,
            Instant lastTurn,
            @Nullable String fault) {}

    State state() {
        var running = session;
        return running == null
                ? new State(Map.of(), false, lastTurn, fault)
                : new State(running.shards(), running.hasJoined(), lastTurn, fault);
    }

    private void runUntilStopped() {
        while (!isStopping() && !registered.isCaughtUp()) {
            pause(GLANCE);
        }
        while (!isStopping()) {
            try (var fresh =
                    new ShardSession(clients, instance, opener, room, deadLetters, chargerMeters, this::changes)) {
                runWith(fresh);
            } catch (KafkaException e) {
                log.warn("The sandbox begins anew after: {}", e.toString());
                failed(e);
            } catch (RuntimeException e) {
                log.error("The sandbox begins anew after a fault", e);
                failed(e);
            }
        }
        session = null;
    }

    private void runWith(ShardSession fresh) {
        fresh.join();
        session = fresh;
        var next = clock.instant().plus(LOOK_AFTER);
        while (!isStopping()) {
            fresh.turn();
            if (clock.instant().isAfter(next)) {
                fresh.lookAfter();
                next = clock.instant().plus(LOOK_AFTER);
            }
            lastTurn = clock.instant();
            fault = null;
        }
        fresh.leave();
    }

    private Set<ChargerId> changes() {
        var now = Set.copyOf(changed);
        changed.removeAll(now);
        return now;
    }

    private void failed(RuntimeException failure) {
        session = null;
        fault = String.valueOf(failure.getMessage());
        meters.failed();
        pause(PAUSE);
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private void pause(Duration time) {
        try {
            var stopped = stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
            log.trace("Pause is over, stopped {}", stopped);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("sandbox").start(this::runUntilStopped);
    }

    @Override
    public void stop() {
        stopping.countDown();
        var running = thread;
        if (running != null) {
            try {
                if (!running.join(LONGEST_STOP)) {
                    log.error("The sandbox did not stop within {}", LONGEST_STOP);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        thread = null;
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
