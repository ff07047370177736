package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.shard.ShardGroup;
import io.plugstream.base.shard.ShardSession;
import io.plugstream.webhook.outcome.ClaimLedger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A membership in the dispatchers' group, which lasts until a failure. Confined to one thread, except
 * {@link #hasJoined}, {@link #shards} and {@link #remembered}.
 */
final class ClaimSession implements ShardSession, ConsumerRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(ClaimSession.class);

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration SHORT_POLL = Duration.ofMillis(20);
    /** Longer than a usual append, so that a slow one does not delay the other shards for long. */
    private static final Duration APPEND_WAIT = Duration.ofMillis(100);

    /** Bytes of a shard's records that are read ahead while it appends. */
    private static final long READ_AHEAD = 4L << 20;

    /** What a record takes at least. */
    private static final int SMALLEST = 4_096;

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final Claimant claimant;
    private final BiFunction<ConsumerRecord<byte[], byte[]>, String, CompletableFuture<?>> parking;
    private final Supplier<Pace> pace;
    private final ClaimMetrics metrics;
    private final LongSupplier nanos;
    private final KafkaClientMetrics reading;
    private final AssignedShards shards;
    /** Records that were read but not processed. */
    private final List<ConsumerRecord<byte[], byte[]>> kept = new ArrayList<>();
    /** Partitions whose late events have to wait for room. */
    private final Set<TopicPartition> late = new HashSet<>();

    private long nextCommit;
    private boolean batchFull;
    private boolean leaving;
    private volatile boolean joined;

    /**
     * @param consumer a member of the group
     * @param parking sends an unusable record to the dead-letter topic, for a reason
     * @param nanos a clock that never goes back
     */
    ClaimSession(
            Consumer<byte[], byte[]> consumer,
            IntFunction<OpenShard> opener,
            ClaimLedger ledger,
            Claimant claimant,
            BiFunction<ConsumerRecord<byte[], byte[]>, String, CompletableFuture<?>> parking,
            Supplier<Pace> pace,
            ClaimMetrics metrics,
            LongSupplier nanos) {
        this.claimant = claimant;
        this.parking = parking;
        this.pace = pace;
        this.metrics = metrics;
        this.nanos = nanos;
        this.nextCommit = nanos.getAsLong();
        this.shards = new AssignedShards(opener, ledger, metrics, nanos);
        this.consumer = consumer;
        this.reading = metrics.reading(consumer);
    }

    /** @throws IllegalStateException if the topics differ in their number of partitions */
    @Override
    public void join() {
        ShardLog.check(Stream.concat(Sources.NAMES.stream(), Sources.WRITTEN.stream())
                .collect(Collectors.toMap(
                        topic -> topic, topic -> consumer.partitionsFor(topic).size(), (one, _) -> one, TreeMap::new)));
        consumer.subscribe(Sources.NAMES, this);
    }

    @Override
    public boolean hasJoined() {
        return joined;
    }

    @Override
    public Map<Integer, Boolean> shards() {
        return shards.states();
    }

    int remembered() {
        return shards.remembered();
    }

    /** Polls for events and claims them. */
    @Override
    public void turn() {
        maintainShards();
        Map<Integer, List<ConsumerRecord<byte[], byte[]>>> read = new LinkedHashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : read()) {
            read.computeIfAbsent(record.partition(), _ -> new ArrayList<>()).add(record);
        }
        late.clear();
        kept.clear();
        batchFull = false;
        Pace now = pace.get();
        read.forEach((number, records) -> claim(number, records, now));
        shards.awaitAppends(APPEND_WAIT);
        pauseWaitingPartitions();
        commitOffsets();
    }

    private List<ConsumerRecord<byte[], byte[]>> read() {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(kept);
        if (!batchFull) {
            boolean waiting = !kept.isEmpty() || !shards.areAllOpen();
            consumer.poll(waiting ? SHORT_POLL : POLL).forEach(records::add);
        }
        return records;
    }

    private void claim(int number, List<ConsumerRecord<byte[], byte[]>> records, Pace now) {
        OpenShard open = shards.open(number);
        if (open == null) {
            // The shard's records are read again from its positions once it is open.
            return;
        }
        if (!open.isReady()) {
            kept.addAll(records);
            return;
        }
        Instant moment = open.now();
        Batch batch = claimant.batch(number, records, open.state(), now, moment);
        park(batch.unreadable());
        open.claim(batch, moment);
        batchFull |= !batch.left().isEmpty();
        batch.held().forEach((partition, held) -> {
            late.add(partition);
            kept.addAll(held);
        });
        kept.addAll(batch.left());
    }

    /** Parks the records together, because no shard claims meanwhile. */
    private void park(List<Batch.Unreadable> unreadable) {
        List<CompletableFuture<?>> parked = new ArrayList<>();
        for (Batch.Unreadable one : unreadable) {
            CompletableFuture<?> record = parking.apply(one.record(), one.reason());
            parked.add(record);
            if (record.isCompletedExceptionally()) {
                // Without a broker, the others would fail one after the other, each after a wait.
                break;
            }
        }
        DeadLetters.await(parked);
    }

    private void maintainShards() {
        for (AssignedShard shard : shards.all()) {
            if (shard.maintain()) {
                begin(shard);
            }
            OpenShard open = shard.open();
            if (open != null && open.isReady()) {
                open.recordPositions();
                open.commitIfDue();
            }
        }
    }

    /**
     * Seeks to the positions of the shard if it is open; pauses its partitions if not. Does nothing unless they are
     * assigned.
     */
    private void begin(AssignedShard shard) {
        OpenShard open = shard.open();
        Set<TopicPartition> partitions = partitions(shard.number());
        if (!consumer.assignment().containsAll(partitions)) {
            return;
        }
        kept.removeIf(record -> record.partition() == shard.number());
        if (open == null) {
            // Any position will do, because a paused partition is not read.
            partitions.forEach(partition -> consumer.seek(partition, 0));
            consumer.pause(partitions);
        } else {
            open.state()
                    .next()
                    .forEach((topic, next) -> consumer.seek(new TopicPartition(topic, shard.number()), next));
            consumer.resume(partitions);
        }
    }

    /** Pauses the partitions that have to wait; the next turn checks them again. */
    private void pauseWaitingPartitions() {
        Set<TopicPartition> waiting = new HashSet<>(late);
        for (AssignedShard shard : shards.all()) {
            if (hasToWait(shard)) {
                waiting.addAll(partitions(shard.number()));
            }
        }
        waiting.retainAll(consumer.assignment());
        Set<TopicPartition> over = new HashSet<>(consumer.paused());
        over.removeAll(waiting);
        consumer.resume(over);
        consumer.pause(waiting);
        if (!late.isEmpty()) {
            metrics.held();
        }
    }

    /** A shard that appends is read meanwhile, so that its events end the poll and are claimed next. */
    private boolean hasToWait(AssignedShard shard) {
        OpenShard open = shard.open();
        if (open == null) {
            return true;
        }
        return !open.isReady()
                && kept.stream()
                                .filter(record -> record.partition() == shard.number())
                                .mapToLong(record -> Math.max(SMALLEST, record.serializedValueSize()))
                                .sum()
                        >= READ_AHEAD;
    }

    /** Commits offsets only to show the group's lag; a shard resumes from its claim records. */
    private void commitOffsets() {
        long now = nanos.getAsLong();
        if (now - nextCommit < 0) {
            return;
        }
        nextCommit = now + COMMIT_EVERY.toNanos();
        Map<TopicPartition, OffsetAndMetadata> offsets = offsets();
        if (!offsets.isEmpty()) {
            consumer.commitAsync(offsets, (_, failure) -> {
                if (failure != null) {
                    log.debug("The group's offsets are committed later: {}", failure.toString());
                }
            });
        }
    }

    /**
     * Positions of the open shards in the assigned partitions. Offsets of a shard without a claim record would say that
     * its claims are lost (ADR 40).
     */
    private Map<TopicPartition, OffsetAndMetadata> offsets() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (OpenShard open : shards.open()) {
            if (open.isInTheLog()) {
                open.state()
                        .next()
                        .forEach((topic, next) ->
                                offsets.put(new TopicPartition(topic, open.number()), new OffsetAndMetadata(next)));
            }
        }
        offsets.keySet().retainAll(consumer.assignment());
        return offsets;
    }

    private static Set<TopicPartition> partitions(int number) {
        return Sources.NAMES.stream()
                .map(topic -> new TopicPartition(topic, number))
                .collect(Collectors.toSet());
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        shards.recordLastPositions();
        forgetRecords();
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        shards.closeAfterAppends();
        forgetRecords();
    }

    private void forgetRecords() {
        kept.clear();
        late.clear();
    }

    /**
     * Keeps shards open that were assigned to this instance before. If another instance opened one meanwhile, appends
     * to it fail.
     */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        Set<Integer> numbers =
                partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet());
        for (int number : numbers) {
            if (!partitions.containsAll(partitions(number))) {
                throw new IllegalStateException("shard " + number + " is assigned in part: " + partitions);
            }
        }
        shards.assign(numbers);
        shards.all().forEach(this::begin);
        joined = true;
        log.info("The shards of this instance are {}", numbers);
    }

    @Override
    public void leave() {
        leaving = true;
        shards.recordLastPositions();
        consumer.commitSync(offsets(), LONGEST_CLOSE);
    }

    @Override
    public void close() {
        reading.close();
        if (!leaving) {
            shards.closeAfterAppends();
        }
        ShardGroup.close(consumer, LONGEST_CLOSE, leaving);
        if (leaving) {
            shards.commitTransactions(LONGEST_CLOSE);
        }
        shards.close();
    }
}
