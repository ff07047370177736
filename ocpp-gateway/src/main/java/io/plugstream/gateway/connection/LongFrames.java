package io.plugstream.gateway.connection;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the frames that are long, so that their memory is bounded. An organisation has at most half of them, so that
 * its chargers cannot keep those of others from sending any.
 */
final class LongFrames {

    private final int most;
    private final Map<String, Integer> incomplete = new HashMap<>();

    LongFrames(int most) {
        this.most = most;
    }

    /** Returns false if there are too many. */
    synchronized boolean begin(String organisationId) {
        int all = incomplete.values().stream().mapToInt(Integer::intValue).sum();
        boolean taken = all < most && incomplete.getOrDefault(organisationId, 0) < most / 2;
        if (taken) {
            incomplete.merge(organisationId, 1, Integer::sum);
        }
        return taken;
    }

    synchronized void end(String organisationId) {
        incomplete.computeIfPresent(organisationId, (_, count) -> count == 1 ? null : count - 1);
    }
}
