package io.plugstream.api.projection.trail;

import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Where an organisation has events in one partition. Immutable.
 *
 * @param begins start of the known range, which {@code ends} closes (exclusive); offsets outside it may hold events
 * @param stretches the numbers of the stretches of {@value EventTrails#STRETCH} offsets that hold an event
 */
public record Trail(long begins, long ends, NavigableSet<Long> stretches) {

    /** The trail of a partition without a known range. */
    public static final Trail UNKNOWN = new Trail(0, 0, new TreeSet<>());

    /** The first offset at or after {@code offset} that can hold an event. */
    public long next(long offset) {
        if (offset < begins || offset >= ends) {
            return offset;
        }
        Long stretch = stretches.ceiling(offset / EventTrails.STRETCH);
        return stretch == null ? ends : Math.min(ends, Math.max(offset, stretch * EventTrails.STRETCH));
    }
}
