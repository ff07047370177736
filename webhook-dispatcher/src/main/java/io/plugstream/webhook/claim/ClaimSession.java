package io.plugstream.webhook.claim;

import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.shard.ShardSession;
import io.plugstream.webhook.outcome.ClaimLedger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A membership in the dispatchers' group, which lasts until a failure. Confined to one thread, except
 * {@link #hasJoined}, {@link #shards} and {@link #remembered}.
 */
final class ClaimSession implements ShardSession, ConsumerRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(ClaimSession.class);

    /** Longer than a usual append, so that a slow one does not delay the other shards for long. */
    private static final Duration APPEND_WAIT = Duration.ofMillis(100);

    /** Bytes of a shard's records that are read ahead while it appends. */
    private static final long READ_AHEAD = 4L << 20;

    /** What a record takes at least. */
    private static final int SMALLEST = 4_096;

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);

    private final ShardReader reader;
    private final Claimant claimant;
    private final BiFunction<ConsumerRecord<byte[], byte[]>, String, CompletableFuture<?>> parking;
    private final Pace pace;
    private final ClaimMetrics metrics;
    private final AssignedShards shards;
    /** Records that were read but not processed. */
    private final List<ConsumerRecord<byte[], byte[]>> kept = new ArrayList<>();
    /** Partitions whose late events have to wait for room. */
    private final Set<TopicPartition> late = new HashSet<>();

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
            Pace pace,
            ClaimMetrics metrics,
            LongSupplier nanos) {
        this.claimant = claimant;
        this.parking = parking;
        this.pace = pace;
        this.metrics = metrics;
        this.shards = new AssignedShards(opener, ledger, metrics, nanos);
        this.reader = new ShardReader(consumer, metrics, nanos);
    }

    /** @throws IllegalStateException if the topics differ in their number of partitions */
    @Override
    public void join() {
        reader.join(this);
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
        pace.begin();
        read.forEach(this::claim);
        shards.awaitAppends(APPEND_WAIT);
        pauseWaitingPartitions();
        reader.commitWhenDue(shards.open());
    }

    private List<ConsumerRecord<byte[], byte[]>> read() {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(kept);
        if (!batchFull) {
            boolean waiting = !kept.isEmpty() || !shards.areAllOpen();
            reader.read(waiting).forEach(records::add);
        }
        return records;
    }

    private void claim(int number, List<ConsumerRecord<byte[], byte[]>> records) {
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
        Batch batch = claimant.batch(number, records, open.state(), pace, moment);
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

    /** Reads the shard's records again from its positions. Does nothing unless all its partitions are assigned. */
    private void begin(AssignedShard shard) {
        if (reader.has(shard.number())) {
            kept.removeIf(record -> record.partition() == shard.number());
            reader.begin(shard);
        }
    }

    /** Pauses the partitions that have to wait; the next turn checks them again. */
    private void pauseWaitingPartitions() {
        Set<TopicPartition> waiting = new HashSet<>(late);
        for (AssignedShard shard : shards.all()) {
            if (hasToWait(shard)) {
                waiting.addAll(ShardReader.partitions(shard.number()));
            }
        }
        reader.pauseOnly(waiting);
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
            if (!partitions.containsAll(ShardReader.partitions(number))) {
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
        reader.commitNow(shards.open(), LONGEST_CLOSE);
    }

    @Override
    public void close() {
        if (!leaving) {
            shards.closeAfterAppends();
        }
        reader.close(LONGEST_CLOSE, leaving);
        if (leaving) {
            shards.commitTransactions(LONGEST_CLOSE);
        }
        shards.close();
    }
}
