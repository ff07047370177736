package io.plugstream.sandbox.shard;

import io.plugstream.base.kafka.DeletedKeys;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.base.secret.UnreadableSecretException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topics;
import io.plugstream.sandbox.charger.OrderResult;
import io.plugstream.sandbox.charger.SimulationProperties;
import io.plugstream.sandbox.charger.TestCharger;
import io.plugstream.sandbox.charger.TestChargers;
import io.plugstream.sandbox.log.ShardLog;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The test chargers of one partition, owned by this instance. Different chargers may be used concurrently, but each by
 * only one thread at a time.
 */
final class Shard implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Shard.class);

    private final int number;
    private final ShardLog shardLog;
    private final TopicTable<ChargerId, SandboxCharger> registered;
    private final DeletedKeys<ChargerId> deleted;
    private final TopicTable<ChargerId, SandboxState> states;
    private final OrderOffsets orders;
    private final Memories memories;
    private final TestChargers chargers;
    private final SimulationProperties properties;
    private final Semaphore room;
    private final Clock clock;
    private final Map<ChargerId, TestCharger> awake = new ConcurrentHashMap<>();
    private boolean mayHaveLost = true;

    Shard(
            int number,
            ShardLog shardLog,
            TopicTable<ChargerId, SandboxCharger> registered,
            DeletedKeys<ChargerId> deleted,
            TopicTable<ChargerId, SandboxState> states,
            TestChargers chargers,
            SimulationProperties properties,
            Semaphore room,
            Clock clock) {
        this.number = number;
        this.shardLog = shardLog;
        this.registered = registered;
        this.deleted = deleted;
        this.states = states;
        this.orders = new OrderOffsets(number);
        this.memories = new Memories(number, shardLog, orders, states, properties.orderLife());
        this.chargers = chargers;
        this.properties = properties;
        this.room = room;
        this.clock = clock;
    }

    int number() {
        return number;
    }

    @Nullable
    String fault() {
        return shardLog.fault();
    }

    /**
     * Wakes or hands over the chargers that are in use, and deletes the states of deleted chargers.
     *
     * @param ordersEnd the end of the shard's orders
     */
    void begin(long ordersEnd) throws IOException {
        orders.reach(ordersEnd);
        forgetDeleted();
        // Concurrently, because each waits for its state to be written.
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            var woken = registered.entries().entrySet().stream()
                    .filter(entry -> Topics.SANDBOX_ORDERS.partition(entry.getKey()) == number
                            && isInUse(entry.getKey(), entry.getValue()))
                    .map(entry -> CompletableFuture.runAsync(() -> adopt(entry.getKey(), entry.getValue()), workers))
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(woken).join();
        }
    }

    /** Keeps states of chargers whose registrations Kafka may have lost, for a day at most (ADR 126). */
    private void forgetDeleted() throws IOException {
        mayHaveLost = !deleted.isOld();
        var kept = 0;
        for (var id : states.entries().keySet()) {
            if (Topics.SANDBOX_ORDERS.partition(id) != number) {
                continue;
            }
            if (deleted.contains(id)) {
                shardLog.forget(id);
            } else if (deleted.mayBeLost(id)) {
                kept++;
            }
        }
        if (kept > 0) {
            log.warn(
                    "{} test chargers of shard {} have a state but no registration; it is kept for a day, because Kafka"
                            + " may have lost their registrations",
                    kept,
                    number);
        }
    }

    private boolean isInUse(ChargerId id, SandboxCharger settings) {
        var known = states.get(id);
        if (known == null || !known.registeredAt().equals(settings.registeredAt())) {
            return isRecent(settings.registeredAt());
        }
        return isRecent(known.usedAt()) || known.runs().stream().anyMatch(SandboxRun::isRunning);
    }

    private boolean isRecent(Instant usedAt) {
        return usedAt.plus(properties.sleepAfter()).isAfter(clock.instant());
    }

    /** Applies a change of a charger's settings, its registration or its deletion. */
    void change(ChargerId id) throws IOException {
        var settings = registered.get(id);
        adopt(id, settings);
        if (settings == null) {
            shardLog.forget(id);
            memories.forget(id);
        }
    }

    private void adopt(ChargerId id, @Nullable SandboxCharger settings) {
        Isolation.of(id, false, () -> {
            change(id, settings);
            return true;
        });
    }

    private void change(ChargerId id, @Nullable SandboxCharger settings) {
        var present = awake.get(id);
        if (settings == null) {
            sleep(id);
        } else if (!settings.simulated()) {
            handOver(id, settings);
        } else if (present == null) {
            if (isInUse(id, settings)) {
                wake(id);
            }
        } else if (!present.settings().password().equals(settings.password())
                || !present.settings().registeredAt().equals(settings.registeredAt())
                || present.isOutdatedBy(settings)) {
            recreate(id);
        } else {
            present.set(settings);
        }
    }

    /** Also ends a scenario: the API refuses a hand-over only while it knows that one runs. */
    private void handOver(ChargerId id, SandboxCharger settings) {
        sleep(id);
        var known = memories.of(id);
        if (known != null && known.runs().stream().anyMatch(SandboxRun::isRunning)) {
            chargers.wake(id, settings, known, shardLog).handOver();
            memories.slept(id);
        }
    }

    /** Whether the charger is registered and simulated. */
    boolean simulates(ChargerId id) {
        var settings = registered.get(id);
        return settings != null && settings.simulated();
    }

    /** Whether the orders it has carried out are in a topic that ends at {@code ordersEnd}. */
    boolean hasOrdersBefore(long ordersEnd) {
        return orders.areBefore(ordersEnd);
    }

    OrderResult take(ChargerId id, SandboxOrder order, long offset) {
        orders.reach(offset + 1);
        if (!simulates(id)) {
            return OrderResult.UNKNOWN;
        }
        if (isLate(order) && !awake.containsKey(id)) {
            return OrderResult.LATE;
        }
        return Isolation.of(id, OrderResult.FAILED, () -> obey(id, order, offset));
    }

    private OrderResult obey(ChargerId id, SandboxOrder order, long offset) {
        var charger = wake(id);
        if (charger == null) {
            return OrderResult.FULL;
        }
        if (charger.isOutdated()) {
            charger = recreate(id);
        }
        return charger == null ? OrderResult.FULL : charger.take(order, offset, life(order));
    }

    private boolean isLate(SandboxOrder order) {
        return order.at().plus(life(order)).isBefore(clock.instant());
    }

    private Duration life(SandboxOrder order) {
        return order instanceof SandboxOrder.Use ? properties.sleepAfter() : properties.orderLife();
    }

    private @Nullable TestCharger wake(ChargerId id) {
        return awake.computeIfAbsent(id, _ -> woken(id));
    }

    private @Nullable TestCharger woken(ChargerId id) {
        var settings = registered.get(id);
        if (settings == null || !settings.simulated() || !room.tryAcquire()) {
            return null;
        }
        try {
            return started(chargers.wake(id, settings, memories.of(id), shardLog));
        } catch (UnreadableSecretException e) {
            room.release();
            log.error("{} stays asleep: {}", id, e.getMessage());
            return null;
        } catch (KafkaException e) {
            room.release();
            throw e;
        } catch (RuntimeException e) {
            room.release();
            log.error("{} stays asleep after an unexpected failure", id, e);
            return null;
        }
    }

    private static TestCharger started(TestCharger charger) {
        try {
            charger.start();
            return charger;
        } catch (RuntimeException e) {
            charger.close();
            throw e;
        }
    }

    private @Nullable TestCharger recreate(ChargerId id) {
        sleep(id);
        return wake(id);
    }

    private void sleep(ChargerId id) {
        var charger = awake.remove(id);
        if (charger != null) {
            try {
                charger.close();
            } finally {
                room.release();
                memories.slept(id);
            }
        }
    }

    /** Puts unused chargers to sleep, and recreates chargers whose equipment has changed. */
    void maintain() throws IOException {
        if (mayHaveLost && deleted.isOld()) {
            forgetDeleted();
        }
        awake.forEach((id, charger) -> Isolation.of(id, false, () -> maintain(id, charger)));
    }

    private boolean maintain(ChargerId id, TestCharger charger) {
        if (charger.isIdle(properties.sleepAfter())) {
            log.info("{} falls asleep", id);
            sleep(id);
        } else if (charger.isOutdated()) {
            recreate(id);
        }
        return true;
    }

    int size() {
        return awake.size();
    }

    /** Disconnects the shard's chargers, so that its next owner can take over. */
    @Override
    public void close() {
        var begun = Instant.now(clock);
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            awake.keySet().forEach(id -> workers.execute(() -> sleep(id)));
        }
        shardLog.close();
        log.info("Shard {} is closed after {}", number, Duration.between(begun, clock.instant()));
    }
}
