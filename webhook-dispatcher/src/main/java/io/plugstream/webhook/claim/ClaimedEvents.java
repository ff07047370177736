package io.plugstream.webhook.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a shard's recently claimed events and where they were read, to recognise copies of an event under other
 * offsets. Ids are forgotten in groups, each spanning a fifteenth of the memory's duration. Not thread-safe.
 */
final class ClaimedEvents {

    private static final int GROUPS = 15;
    /** Low bits that hold the offset; the topic's number is above them. */
    private static final int OFFSET_BITS = 56;

    private final long memory;
    private final long span;
    private final int most;
    private final Deque<Group> groups = new ArrayDeque<>();
    private int size;

    private record Group(long begin, IdTable places) {}

    /** Where an event was read. */
    record Place(String topic, long offset) {}

    /** @param most maximum number of remembered events; beyond it the oldest are forgotten early */
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

    /** Where the claimed event was first read; null if the id is not remembered. */
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

    /** Forgets groups whose events are all older than the memory's duration. */
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
