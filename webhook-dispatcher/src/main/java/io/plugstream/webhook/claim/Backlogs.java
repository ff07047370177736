package io.plugstream.webhook.claim;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Watches partitions that are held (ADR 24). One that has not become shorter within {@link ClaimProperties#catchUpWithin}
 * gets more events for a webhook than that takes, and would stay late for ever. It is not held again until it is up to
 * date. Confined to the claim thread.
 */
final class Backlogs {

    private final long patience;
    private final LongSupplier nanos;
    private final Map<TopicPartition, Backlog> late = new HashMap<>();

    Backlogs(Duration patience, LongSupplier nanos) {
        this.patience = patience.toNanos();
        this.nanos = nanos;
    }

    /**
     * Notes that records were read.
     *
     * @param behind how many more records a partition has
     * @param isLate whether an event of that time is late
     */
    void read(ConsumerRecords<byte[], byte[]> records, ToLongFunction<TopicPartition> behind, LongPredicate isLate) {
        for (TopicPartition partition : records.partitions()) {
            var read = records.records(partition);
            if (isLate.test(read.getLast().timestamp())) {
                Backlog now = new Backlog(read.size() + behind.applyAsLong(partition));
                late.merge(partition, now, Backlog::next);
            } else {
                late.remove(partition);
            }
        }
    }

    /** Notes that events of the partition are held. */
    void held(TopicPartition partition) {
        Backlog backlog = late.get(partition);
        if (backlog != null && backlog.heldSince == null) {
            backlog.heldSince = nanos.getAsLong();
        }
    }

    boolean mayBeHeld(TopicPartition partition) {
        Backlog backlog = late.get(partition);
        return backlog == null || !backlog.isGrowing;
    }

    void clear() {
        late.clear();
    }

    private final class Backlog {

        private long unclaimed;
        private @Nullable Long heldSince;
        private boolean isGrowing;

        private Backlog(long unclaimed) {
            this.unclaimed = unclaimed;
        }

        /** This backlog after {@code now} was read. */
        private Backlog next(Backlog now) {
            Long since = heldSince;
            if (since == null) {
                unclaimed = now.unclaimed;
            } else if (nanos.getAsLong() - since >= patience) {
                isGrowing |= now.unclaimed >= unclaimed;
                unclaimed = now.unclaimed;
                heldSince = null;
            }
            return this;
        }
    }
}
