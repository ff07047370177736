package io.plugstream.api.projection;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Halves;
import io.plugstream.base.kafka.DeadLetters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchMessageListener;

/**
 * Writes each batch, of one topic or several, at once; the container commits the offsets afterwards. If the database
 * rejects a batch or takes too long, the batch is halved until it succeeds or one rejected record is left,
 * which is parked. After that, records of the same topic and key are written one by one for a while, and not all of
 * them. Any other failure is thrown, and the container retries the batch until it succeeds. A single record that still
 * takes too long after {@link #PATIENCE} is parked as well, if the database can store another record meanwhile; one that
 * waits for a lock never is.
 */
final class ProjectionListener<T> implements BatchMessageListener<byte[], byte[]> {

    /**
     * After this many refused records of a key, the batch's others of that key are parked untried, to bound their cost.
     */
    private static final int MOST_REFUSED = 20;

    /** For how long a single record may take too long before it is parked. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    /** After this many single records that take too long, the batch is retried without trying the others first. */
    private static final int MOST_SLOW = 3;

    private final Function<ConsumerRecord<byte[], byte[]>, Optional<T>> read;
    private final BatchProjection<T> projection;
    private final DeadLetters deadLetters;
    private final ProjectionMetrics metrics;
    private final Clock clock;
    private final RefusedKeys refusedKeys = new RefusedKeys();

    /** When each record of the present batch that takes too long was first tried alone. */
    private final Map<ConsumerRecord<byte[], byte[]>, Instant> slowSince = new HashMap<>();

    /** The value stored last. Storing it again changes nothing, but shows that the database can store. */
    private @Nullable T stored;

    /** @param read empty if the record is unreadable or incomplete */
    ProjectionListener(
            Function<ConsumerRecord<byte[], byte[]>, Optional<T>> read,
            BatchProjection<T> projection,
            DeadLetters deadLetters,
            ProjectionMetrics metrics,
            Clock clock) {
        this.read = read;
        this.projection = projection;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<ConsumerRecord<byte[], byte[]>, String> unusable = new LinkedHashMap<>();
        List<Arrived<T>> arrived = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Optional<T> value = read.apply(record);
            if (value.isPresent()) {
                arrived.add(new Arrived<>(record, value.get()));
            } else {
                unusable.put(record, "not a record of this topic");
            }
        }
        new Batch(unusable).write(arrived);
        // Only now: the container repeats a batch that fails.
        DeadLetters.await(unusable.entrySet().stream()
                .map(one -> deadLetters.park(one.getKey(), one.getValue()))
                .toList());
        slowSince.clear();
        metrics.projected(arrived.stream().map(Arrived::record).toList());
    }

    /** The container's records. Records of recently refused keys are put aside and written last, one by one. */
    private final class Batch {

        /** What is to be parked, and why. */
        private final Map<ConsumerRecord<byte[], byte[]>, String> unusable;

        private final List<Arrived<T>> aside = new ArrayList<>();
        private final Map<String, Integer> refusals = new HashMap<>();
        private final List<RuntimeException> slow = new ArrayList<>();

        Batch(Map<ConsumerRecord<byte[], byte[]>, String> unusable) {
            this.unusable = unusable;
        }

        void write(List<Arrived<T>> arrived) {
            writeOrHalve(arrived);
            aside.forEach(this::writeSingly);
            if (!slow.isEmpty()) {
                throw slow.getFirst();
            }
        }

        private void writeOrHalve(List<Arrived<T>> some) {
            List<Arrived<T>> trusted = new ArrayList<>();
            some.forEach(one -> (refusedKeys.contains(one.record()) ? aside : trusted).add(one));
            if (trusted.isEmpty()) {
                return;
            }
            try {
                apply(trusted.stream().map(Arrived::value).toList());
            } catch (RuntimeException e) {
                if (trusted.size() > 1 && (Failure.isOfRecords(e) || Halves.isTooSlow(e))) {
                    writeOrHalve(trusted.subList(0, trusted.size() / 2));
                    writeOrHalve(trusted.subList(trusted.size() / 2, trusted.size()));
                } else {
                    refuse(trusted.getFirst(), e);
                }
            }
        }

        private void writeSingly(Arrived<T> one) {
            if (refusals.getOrDefault(RefusedKeys.key(one.record()), 0) >= MOST_REFUSED) {
                unusable.put(one.record(), "not tried: too many records of its key were refused");
                return;
            }
            try {
                apply(List.of(one.value()));
            } catch (RuntimeException e) {
                refuse(one, e);
            }
        }

        private void refuse(Arrived<T> one, RuntimeException failure) {
            if (Halves.isTooSlow(failure) && (Halves.isLocked(failure) || !isToBeParked(one.record()))) {
                slow.add(failure);
                if (slow.size() < MOST_SLOW) {
                    return;
                }
                throw failure;
            }
            if (!Failure.isOfRecords(failure) && !Halves.isTooSlow(failure)) {
                throw failure;
            }
            refusedKeys.add(one.record());
            refusals.merge(RefusedKeys.key(one.record()), 1, Integer::sum);
            // The message may quote the record.
            unusable.put(one.record(), "refused: " + failure.getClass().getSimpleName());
        }
    }

    /** Whether the record has taken too long for long enough, while another one can be stored. */
    private boolean isToBeParked(ConsumerRecord<byte[], byte[]> record) {
        Instant since = slowSince.computeIfAbsent(record, _ -> clock.instant());
        T other = stored;
        if (other == null || since.plus(PATIENCE).isAfter(clock.instant())) {
            return false;
        }
        try {
            apply(List.of(other));
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    private void apply(List<T> values) {
        projection.apply(values).block(DatabaseTimeouts.BATCH);
        stored = values.getLast();
    }

    private record Arrived<T>(ConsumerRecord<byte[], byte[]> record, T value) {}
}
