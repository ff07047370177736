package io.plugstream.webhook.claim;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a shard's recently claimed events and where they were read, to recognise copies of an event under other
 * offsets. Ids are forgotten in groups, each spanning a fifteenth of the memory's duration or size. Their age does not
 * depend on the wall clock: a step forward would forget ids that are needed. Not thread-safe.
 */
final class ClaimedEvents {

    private static final int GROUPS = 15;
    /** Low bits that hold the offset; the topic's number is above them. */
    private static final int OFFSET_BITS = 56;

    private final Duration memory;
    private final long span;
    private final int most;
    private final int mostInGroup;
    private final LongSupplier nanos;
    private final Deque<Group> groups = new ArrayDeque<>();
    private int size;

    private record Group(long begin, IdTable places) {}

    /** Where an event was read. */
    record Place(String topic, long offset) {}

    /**
     * @param most maximum number of remembered events; beyond it the oldest are forgotten early
     * @param nanos a clock that never goes back
     */
    ClaimedEvents(Duration memory, int most, LongSupplier nanos) {
        this.memory = memory;
        this.span = Math.max(1, memory.toNanos() / GROUPS);
        this.most = most;
        this.mostInGroup = Math.max(1, most / GROUPS);
        this.nanos = nanos;
    }

    /**
     * Adds an event, in the order of their claims.
     *
     * @param age the event was claimed at least this long ago; negative ages count as zero
     */
    void add(UUID eventId, String topic, long offset, Duration age) {
        forget();
        if (age.compareTo(memory) > 0) {
            return;
        }
        Group newest = groupFor(nanos.getAsLong() - (age.isNegative() ? 0 : age.toNanos()));
        int before = newest.places().size();
        newest.places().put(eventId, (long) Sources.NAMES.indexOf(topic) << OFFSET_BITS | offset);
        size += newest.places().size() - before;
        while (size > most && groups.size() > 1) {
            forgetOldest();
        }
    }

    private Group groupFor(long time) {
        Group newest = groups.peekLast();
        if (newest != null && time - newest.begin() < span && newest.places().size() < mostInGroup) {
            return newest;
        }
        boolean isLater = newest == null || time - newest.begin() > 0;
        Group next = new Group(isLater ? time : newest.begin(), new IdTable());
        groups.addLast(next);
        return next;
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
    void forget() {
        long oldest = nanos.getAsLong() - memory.toNanos();
        while (!groups.isEmpty() && groups.getFirst().begin() + span - oldest <= 0) {
            forgetOldest();
        }
    }

    int size() {
        return size;
    }

    private void forgetOldest() {
        size -= groups.removeFirst().places().size();
    }
}
