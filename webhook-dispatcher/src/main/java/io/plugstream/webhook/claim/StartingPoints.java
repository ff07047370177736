package io.plugstream.webhook.claim;

import io.plugstream.webhook.group.GroupMember;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where reading begins in each partition that this member is given: after everything that was ever claimed, whatever the
 * group's offsets say (they may have been reset, or have expired). A partition that was never claimed begins a little in
 * the past, and that beginning is committed as its position at once, so that it is never "never" again.
 */
final class StartingPoints implements ConsumerRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(StartingPoints.class);

    private final Consumer<byte[], byte[]> consumer;
    private final PositionLog positions;
    private final Duration lookBack;
    private final Clock clock;
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final Set<TopicPartition> unrecorded = new HashSet<>();

    StartingPoints(GroupMember member, PositionLog positions, Duration lookBack, Clock clock) {
        this.consumer = member.consumer();
        this.positions = positions;
        this.lookBack = lookBack;
        this.clock = clock;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        // In this order: the group's offsets are given only when no transaction on them is open any more, so what their
        // former owner committed is in the positions by then.
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(partitions));
        positions.readToTheEnd();
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        for (TopicPartition partition : partitions) {
            Bounds bounds = new Bounds(begins.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L));
            long start = start(partition, committed.get(partition), bounds);
            next.put(partition, start);
            consumer.seek(partition, start);
        }
        log.info("Claiming from {}", next);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        next.keySet().removeAll(partitions);
        unrecorded.removeAll(partitions);
    }

    /** Whether this offset is still to be claimed, by this member. */
    boolean isUnclaimed(TopicPartition partition, long offset) {
        Long from = next.get(partition);
        return from != null && offset >= from;
    }

    /** Beginnings that no commit has recorded yet: the offsets to begin at. */
    Map<TopicPartition, Long> unrecorded() {
        Map<TopicPartition, Long> fresh = new HashMap<>(next);
        fresh.keySet().retainAll(unrecorded);
        return fresh;
    }

    /** A commit has succeeded. */
    void committed(Map<TopicPartition, Long> following) {
        next.putAll(following);
        unrecorded.removeAll(following.keySet());
    }

    private record Bounds(long begin, long end) {}

    private long start(TopicPartition partition, @Nullable OffsetAndMetadata committed, Bounds bounds) {
        Long claimed = positions.claimedThrough(partition);
        if (committed == null && claimed == null) {
            unrecorded.add(partition);
            return firstStart(partition, bounds);
        }
        long start = Math.max(committed == null ? 0 : committed.offset(), claimed == null ? 0 : claimed + 1);
        if (committed == null || claimed == null || start != committed.offset()) {
            unrecorded.add(partition);
        }
        if (start > bounds.end()) {
            // The topic was made anew or lost its end. What it holds may have been claimed under other offsets.
            log.error(
                    "{} ends at {} but is claimed through {}: going on at its end", partition, bounds.end(), start - 1);
            unrecorded.add(partition);
            return bounds.end();
        }
        if (start < bounds.begin()) {
            log.error(
                    "Events {} to {} of {} were deleted before they were claimed",
                    start,
                    bounds.begin() - 1,
                    partition);
        }
        return Math.max(start, bounds.begin());
    }

    private long firstStart(TopicPartition partition, Bounds bounds) {
        long since = clock.instant().minus(lookBack).toEpochMilli();
        OffsetAndTimestamp first =
                consumer.offsetsForTimes(Map.of(partition, since)).get(partition);
        return first == null ? bounds.end() : first.offset();
    }
}
