package io.plugstream.gateway.command;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The size of the commands at this gateway, from their arrival to their result. An organisation may have at most as
 * much as is still free, so that none can take everything. Thread-safe.
 */
final class CommandMemory {

    private final long most;
    private final Map<String, Long> organisations = new HashMap<>();
    private long used;

    /** @param most bytes, as in the commands' topic */
    CommandMemory(long most) {
        this.most = most;
    }

    /** Whether a command has room; if so, {@link #free} follows its result. */
    synchronized boolean take(String organisationId, int bytes) {
        boolean hasRoom = organisations.getOrDefault(organisationId, 0L) + bytes <= most - used;
        if (hasRoom) {
            used += bytes;
            organisations.merge(organisationId, (long) bytes, Long::sum);
        }
        return hasRoom;
    }

    synchronized void free(String organisationId, int bytes) {
        used -= bytes;
        long left = Objects.requireNonNull(organisations.remove(organisationId)) - bytes;
        if (left > 0) {
            organisations.put(organisationId, left);
        }
    }
}
