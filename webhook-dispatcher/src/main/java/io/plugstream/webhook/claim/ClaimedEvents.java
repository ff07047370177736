package io.plugstream.webhook.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which events of a shard were claimed of late, by their ids, and where they were read: so that a copy of an event under
 * another offset is recognised. Ids are forgotten in groups, each of a fifteenth of the time for which they are remembered.
 * For one thread at a time.
 */
final class ClaimedEvents {

    private static final int GROUPS = 15;
    /** Bits of an offset, below the number of its topic. */
    private static final int OFFSET_BITS = 56;

    private final long memory;
    private final long span;
    private final int most;
    private final Deque<Group> groups = new ArrayDeque<>();
    private int size;

    private record Group(long begin, IdTable places) {}

    /** Where an event was read. */
    record Place(String topic, long offset) {}

    /** @param most how many events are remembered at most; beyond that the oldest are forgotten sooner */
    ClaimedEvents(Duration memory, int most) {
        this.memory = memory.toMillis();
        this.span = Math.max(1, memory.toMillis() / GROUPS);
        this.most = most;
    }

    void add(UUID eventId, String topic, long offset, Instant claimedAt) {
        long millis = claimedAt.toEpochMilli();
        forgetBefore(millis - memory);
        Group newest = groups.peekLast();
        if (newest == null || millis >= newest.begin() + span) {
            newest = new Group(millis, new IdTable());
            groups.addLast(newest);
        }
        int before = newest.places().size();
        newest.places().put(eventId, (long) Sources.NAMES.indexOf(topic) << OFFSET_BITS | offset);
        size += newest.places().size() - before;
        while (size > most && groups.size() > 1) {
            forgetOldest();
        }
    }

    /** Where a claimed event was read first; null if none of this id is remembered. */
    @Nullable
    Place placeOf(UUID eventId) {
        for (Group group : groups) {
            long place = group.places().get(eventId);
            if (place != IdTable.ABSENT) {
                return new Place(Sources.NAMES.get((int) (place >>> OFFSET_BITS)), place & (1L << OFFSET_BITS) - 1);
            }
        }
        return null;
    }

    /** Forgets groups all of whose events were claimed longer ago than is remembered. */
    void forget(Instant now) {
        forgetBefore(now.toEpochMilli() - memory);
    }

    int size() {
        return size;
    }

    private void forgetBefore(long millis) {
        while (!groups.isEmpty() && groups.getFirst().begin() + span <= millis) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        size -= groups.removeFirst().places().size();
    }
}
