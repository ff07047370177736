package io.plugstream.plug.listen;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code listen} saves between two runs.
 *
 * @param target the target, like {@code keyPrefix} only for people who read the file
 * @param position the position in the stream after the last finished event; null before the first connection
 * @param inFlight the event whose POST had begun when this was saved
 * @param recent ids of the last events; copies of them are skipped
 */
record Progress(
        String keyPrefix,
        String target,
        String secret,
        @Nullable String position,
        @Nullable String inFlight,
        List<String> recent) {

    private static final int REMEMBERED = 256;

    Progress {
        recent = List.copyOf(recent);
    }

    /** Forgets recent events, so that they can be forwarded again on request. */
    Progress withoutRecent() {
        return new Progress(keyPrefix, target, secret, position, inFlight, List.of());
    }

    Progress at(@Nullable String place) {
        return place == null ? this : new Progress(keyPrefix, target, secret, place, inFlight, recent);
    }

    Progress begun(String event) {
        return new Progress(keyPrefix, target, secret, position, event, recent);
    }

    Progress done(String event, @Nullable String place) {
        var ids = new ArrayList<>(recent);
        ids.add(event);
        var last = ids.subList(Math.max(0, ids.size() - REMEMBERED), ids.size());
        return new Progress(keyPrefix, target, secret, place == null ? position : place, null, last);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "Progress[" + keyPrefix + ", " + target + ']';
    }
}
