package io.plugstream.webhook.claim;

import io.plugstream.base.Instance;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.outcome.OpenClaims;
import io.plugstream.webhook.outcome.OutcomeTime;
import io.plugstream.webhook.outcome.OwnedShard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * A shard that this instance owns until an append fails. One claim record at a time is being appended. Its deliveries
 * begin once the append is acknowledged, and never if its result is unknown. The claim thread uses this; the sweep
 * appends outcomes.
 */
final class OpenShard implements OwnedShard, AutoCloseable {

    private static final Duration LONGEST_APPEND = Duration.ofSeconds(30);
    private static final Duration POSITIONS_INTERVAL = Duration.ofSeconds(1);
    /**
     * Repeats the positions even of a shard without events, so that the retention of the claims topic does not delete
     * them.
     */
    private static final Duration IDLE_POSITIONS_INTERVAL = Duration.ofHours(1);

    private final int number;
    private final String owner;
    private final ShardProducer producer;
    private final ShardState state;
    private final Consumer<Delivery> claimed;
    private final ClaimMetrics metrics;
    private final Clock clock;
    private final LongSupplier nanos;
    private volatile CompletableFuture<Void> pending = CompletableFuture.completedFuture(null);
    private volatile @Nullable Throwable failure;
    private volatile int remembered;
    private volatile boolean inTheLog;
    private boolean moved = true;
    private boolean recorded;
    private long lastRecord;

    /**
     * @param claimed receives each delivery whose claim is in the log
     * @param clock for the times of claims
     * @param nanos a clock that never goes back, for intervals
     */
    OpenShard(
            int number,
            Instance instance,
            ShardProducer producer,
            ShardState state,
            Consumer<Delivery> claimed,
            ClaimMetrics metrics,
            Clock clock,
            LongSupplier nanos) {
        this.number = number;
        this.owner = instance.name();
        this.producer = producer;
        this.state = state;
        this.claimed = claimed;
        this.metrics = metrics;
        this.clock = clock;
        this.nanos = nanos;
        this.remembered = state.events().size();
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public OpenClaims openClaims() {
        return state.open();
    }

    ShardState state() {
        return state;
    }

    /** Number of events that are remembered to recognise copies. */
    int remembered() {
        return remembered;
    }

    /** Why the shard can no longer be used for claims; null while it can. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Whether the shard is usable and no append or commit is under way. */
    boolean isReady() {
        return failure == null && pending.isDone();
    }

    /** Whether this instance has appended a record of the shard, and with it the positions. */
    boolean isInTheLog() {
        return inTheLog;
    }

    /** Completes when the append or commit under way has ended; never exceptionally. */
    CompletableFuture<Void> pending() {
        return pending;
    }

    /** The time of claims made now, in the log's precision. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * Appends the claims of {@code batch}; without claims it only notes that positions moved. Call it only when ready.
     */
    void claim(Batch batch, Instant claimedAt) {
        moved |= !batch.following().isEmpty();
        if (!batch.events().isEmpty()) {
            append(batch, claimedAt);
        }
        remembered = state.events().size();
    }

    /** Appends positions that no claim has recorded, at intervals. */
    void recordPositions() {
        state.events().forget();
        remembered = state.events().size();
        Duration interval = moved ? POSITIONS_INTERVAL : IDLE_POSITIONS_INTERVAL;
        if (!recorded || nanos.getAsLong() - lastRecord > interval.toNanos()) {
            append(Batch.empty(), now());
        }
    }

    /** Appends positions at once if they moved. */
    void recordLastPositions() {
        if (moved && isReady()) {
            append(Batch.empty(), now());
        }
    }

    private void append(Batch batch, Instant claimedAt) {
        List<Claimed> claims = batch.deliveries().stream().map(Delivery::claim).toList();
        ClaimRecord record =
                new ClaimRecord(owner, claimedAt, state.next(), openClaims().openFrom(), batch.events());
        long begun = nanos.getAsLong();
        openClaims().sent(claims, begun);
        moved = false;
        recorded = true;
        lastRecord = begun;
        CompletableFuture<Void> appended = new CompletableFuture<>();
        pending = appended;
        try {
            producer.send(inPartition(record, claimedAt), (metadata, problem) -> {
                try {
                    if (problem == null) {
                        inTheLog = true;
                        openClaims().appended(claims, metadata.offset());
                        metrics.claimed(claims.size(), nanos.getAsLong() - begun);
                        batch.deliveries().forEach(claimed);
                    } else {
                        fail(problem);
                    }
                } catch (Throwable e) {
                    // Kafka only logs it. The shard would never be ready again, and would not be reopened.
                    fail(e);
                }
                appended.complete(null);
            });
        } catch (KafkaException | IllegalStateException e) {
            fail(e);
            appended.complete(null);
        }
    }

    private ProducerRecord<byte[], byte[]> inPartition(ClaimRecord record, Instant claimedAt) {
        var topic = Topics.WEBHOOK_CLAIMS;
        return new ProducerRecord<>(
                topic.name(),
                number,
                claimedAt.toEpochMilli(),
                null,
                topic.values().serializer().serialize(topic.name(), record));
    }

    @Override
    public void append(List<Ended> outcomes) {
        await(CompletableFuture.allOf(outcomes.stream().map(this::append).toArray(CompletableFuture[]::new)));
    }

    private CompletableFuture<Void> append(Ended outcome) {
        var topic = Topics.WEBHOOK_DELIVERIES;
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic.name(),
                number,
                OutcomeTime.of(outcome, clock.instant()),
                topic.keys().serializer().serialize(topic.name(), outcome.webhookId()),
                topic.values().serializer().serialize(topic.name(), outcome));
        CompletableFuture<Void> appended = new CompletableFuture<>();
        try {
            producer.send(record, (_, problem) -> {
                if (problem == null) {
                    appended.complete(null);
                } else {
                    fail(problem);
                    appended.completeExceptionally(problem);
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            // IllegalStateException: the producer has been closed meanwhile.
            fail(e);
            appended.completeExceptionally(e);
        }
        return appended;
    }

    private void await(CompletableFuture<Void> appended) {
        try {
            appended.get(LONGEST_APPEND.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("outcomes of shard " + number + " may not be in the log: " + e, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Commits the transaction if it is due, on its own thread; nothing is claimed meanwhile. */
    void commitIfDue() {
        if (isReady() && producer.isToBeCommitted()) {
            CompletableFuture<Void> committing = new CompletableFuture<>();
            pending = committing;
            Thread.ofVirtual().start(() -> {
                commit();
                committing.complete(null);
            });
        }
    }

    /** Commits the open transaction, so that the next owner need not abort it. */
    void commit() {
        try {
            producer.commit();
        } catch (Throwable e) {
            // Catches errors as well: otherwise the shard would never be ready again, and would not be reopened.
            fail(e);
        }
    }

    private void fail(Throwable problem) {
        if (failure == null) {
            failure = problem;
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
