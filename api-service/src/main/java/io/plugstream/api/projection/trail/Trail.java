package io.plugstream.api.projection.trail;

import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Where in one partition an organisation has events. Immutable.
 *
 * @param begins from here to before {@code ends} all events are noted; elsewhere there can be some anywhere
 * @param stretches the numbers of the stretches of {@value EventTrails#STRETCH} offsets that hold at least one
 */
public record Trail(long begins, long ends, NavigableSet<Long> stretches) {

    /** Of a partition of which nothing is noted. */
    public static final Trail UNKNOWN = new Trail(0, 0, new TreeSet<>());

    /** The first offset from {@code offset} on at which there can be an event. */
    public long next(long offset) {
        if (offset < begins || offset >= ends) {
            return offset;
        }
        Long stretch = stretches.ceiling(offset / EventTrails.STRETCH);
        return stretch == null ? ends : Math.min(ends, Math.max(offset, stretch * EventTrails.STRETCH));
    }
}
