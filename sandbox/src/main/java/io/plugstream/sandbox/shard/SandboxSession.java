package io.plugstream.sandbox.shard;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.shard.ShardGroup;
import io.plugstream.base.shard.ShardSession;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.sandbox.charger.ChargerMetrics;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A membership in the sandboxes' group, and its assigned shards. Confined to one thread, except {@link #hasJoined} and
 * {@link #shards}.
 */
final class SandboxSession implements ShardSession, ConsumerRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(SandboxSession.class);
    private static final String GROUP = "sandbox";

    /** After this time a killed instance's shards are reassigned; brokers allow no less. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

    private static final int MOST_RECORDS = 200;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration SHORT_POLL = Duration.ofMillis(50);
    private static final long MAINTENANCE_INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

    private final Consumer<byte[], byte[]> consumer;
    private final ShardOpener opener;
    private final DeadLetters deadLetters;
    private final ChargerMetrics metrics;
    private final Supplier<Set<ChargerId>> changes;
    private final Clock clock;
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Integer, Shard> open = new ConcurrentHashMap<>();
    private final PendingOrders pending = new PendingOrders();
    private volatile Set<Integer> assigned = Set.of();
    private volatile boolean joined;
    private Map<TopicPartition, OffsetAndMetadata> committed = Map.of();
    private long maintainedAt = System.nanoTime();
    private boolean leaving;

    /** @param changes returns the chargers whose settings have changed since its last call */
    SandboxSession(
            KafkaClients clients,
            Instance instance,
            ShardOpener opener,
            DeadLetters deadLetters,
            ChargerMetrics metrics,
            Supplier<Set<ChargerId>> changes,
            Clock clock) {
        this.opener = opener;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
        this.changes = changes;
        this.clock = clock;
        this.consumer = KafkaClients.openConsumer(settings(clients, instance));
    }

    private static Map<String, Object> settings(KafkaClients clients, Instance instance) {
        var settings = ShardGroup.member(GROUP, SESSION_TIMEOUT, clients, instance);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS);
        // Orders from before the first start or older than a day are dropped as late anyway.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return settings;
    }

    @Override
    public void join() {
        var partitions = consumer.partitionsFor(Topics.SANDBOX_ORDERS.name()).size();
        if (partitions != Topics.SANDBOX_ORDERS.partitions()) {
            throw new IllegalStateException("sandbox-orders has " + partitions + " partitions instead of "
                    + Topics.SANDBOX_ORDERS.partitions());
        }
        consumer.subscribe(List.of(Topics.SANDBOX_ORDERS.name()), this);
    }

    @Override
    public boolean hasJoined() {
        return joined;
    }

    @Override
    public Map<Integer, Boolean> shards() {
        Map<Integer, Boolean> states = new TreeMap<>();
        assigned.forEach(number -> states.put(number, open.containsKey(number)));
        return states;
    }

    /** Polls for orders and passes them to their chargers. */
    @Override
    public void turn() {
        var records = consumer.poll(pending.isEmpty() ? POLL : SHORT_POLL);
        openMissing();
        checkShards();
        changes.get().forEach(this::change);
        pending.readUpTo(records.nextOffsets());
        records.forEach(this::read);
        all(pending.byCharger().entrySet().stream()
                .map(one -> task(() -> take(one.getKey(), one.getValue())))
                .toList());
        checkShards();
        commit();
        if (System.nanoTime() - maintainedAt > MAINTENANCE_INTERVAL_NANOS) {
            maintain();
            maintainedAt = System.nanoTime();
        }
    }

    /** Puts unused chargers to sleep and adopts pending settings. */
    private void maintain() {
        all(open.values().stream().map(shard -> task(() -> maintain(shard))).toList());
    }

    private static void maintain(Shard shard) {
        try {
            shard.maintain();
        } catch (IOException e) {
            throw new KafkaException(e);
        }
    }

    private void openMissing() {
        all(assigned.stream()
                .filter(number -> !open.containsKey(number))
                .map(number -> task(() -> open.put(number, opener.open(number))))
                .toList());
    }

    private void checkShards() {
        open.values().forEach(shard -> {
            var fault = shard.fault();
            if (fault != null) {
                throw new KafkaException("Shard " + shard.number() + " cannot be written: " + fault);
            }
        });
    }

    private void change(ChargerId id) {
        var shard = open.get(Topics.SANDBOX_ORDERS.partition(id));
        if (shard != null) {
            try {
                shard.change(id);
            } catch (IOException e) {
                throw new KafkaException(e);
            }
        }
    }

    private void read(ConsumerRecord<byte[], byte[]> record) {
        var order = Topics.SANDBOX_ORDERS.read(record.value()).orElse(null);
        if (order == null) {
            deadLetters.parkAndAwait(record, "not an order");
            return;
        }
        try {
            var id = Topics.SANDBOX_ORDERS.keys().deserializer().deserialize(record.topic(), record.key());
            pending.add(id, PendingOrder.read(record.partition(), record.offset(), order, clock.instant()));
        } catch (RuntimeException _) {
            deadLetters.parkAndAwait(record, "its key is not a charger's id");
        }
    }

    /** Passes the charger its orders up to the first that has to wait, so that they keep their order. */
    private void take(ChargerId id, Queue<PendingOrder> orders) {
        for (var next = orders.peek(); next != null; next = orders.peek()) {
            var shard = Objects.requireNonNull(open.get(next.partition()));
            if (!shard.simulates(id) && clock.instant().isBefore(next.until())) {
                return;
            }
            metrics.count(shard.take(id, next.order(), next.offset()));
            orders.remove();
        }
    }

    private void commit() {
        var offsets = pending.offsets();
        if (!offsets.equals(committed)) {
            consumer.commitSync(offsets);
            committed = offsets;
        }
    }

    private static Callable<Object> task(Runnable work) {
        return Executors.callable(work);
    }

    private void all(List<Callable<Object>> tasks) {
        try {
            for (Future<Object> done : workers.invokeAll(tasks)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        log.debug("The group is rebalancing its shards");
        forgetOrders();
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        assigned = Set.of();
        closeAllBut(Set.of());
        forgetOrders();
    }

    private void forgetOrders() {
        pending.clear();
        committed = Map.of();
    }

    /**
     * Keeps shards open that were assigned to this instance before. If another instance opened one meanwhile, writes to
     * it fail. A shard whose topic of orders was recreated is opened again.
     */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        var numbers = partitions.stream().map(TopicPartition::partition).collect(Collectors.toUnmodifiableSet());
        assigned = numbers;
        var outlived = outlived();
        closeAllBut(
                numbers.stream().filter(number -> !outlived.contains(number)).collect(Collectors.toUnmodifiableSet()));
        joined = true;
        log.info("The shards of this instance are {}", numbers);
    }

    /** The open shards whose topic of orders ends before the orders that they have carried out. */
    private Set<Integer> outlived() {
        var partitions = open.keySet().stream().map(SandboxSession::orders).collect(Collectors.toUnmodifiableSet());
        try {
            var ends = consumer.endOffsets(partitions, LONGEST_LOOK);
            return open.values().stream()
                    .filter(shard -> !shard.hasOrdersBefore(ends.getOrDefault(orders(shard.number()), Long.MAX_VALUE)))
                    .map(Shard::number)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (TimeoutException e) {
            log.warn("The ends of {} are unknown, so all shards stay open: {}", partitions, e.getMessage());
            return Set.of();
        }
    }

    private static TopicPartition orders(int shard) {
        return new TopicPartition(Topics.SANDBOX_ORDERS.name(), shard);
    }

    private void closeAllBut(Set<Integer> kept) {
        var over = open.values().stream()
                .filter(shard -> !kept.contains(shard.number()))
                .toList();
        over.forEach(shard -> open.remove(shard.number()));
        all(over.stream().map(shard -> task(shard::close)).toList());
    }

    @Override
    public void leave() {
        leaving = true;
    }

    @Override
    public void close() {
        assigned = Set.of();
        closeAllBut(Set.of());
        ShardGroup.close(consumer, LONGEST_CLOSE, leaving);
        workers.close();
    }
}
