package io.plugstream.sandbox.shard;

import io.plugstream.model.sandbox.SandboxOrder;
import java.time.Duration;
import java.time.Instant;

/**
 * An order that was read and not processed yet.
 *
 * @param until how long it waits until its charger is registered and simulated, which arrives through another topic
 */
record PendingOrder(int partition, long offset, SandboxOrder order, Instant until) {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    /** The wait counts from the order's time, so that the orders of a backlog do not wait. */
    static PendingOrder read(int partition, long offset, SandboxOrder order, Instant now) {
        var since = order.at().isBefore(now) ? order.at() : now;
        return new PendingOrder(partition, offset, order, since.plus(LONGEST_WAIT));
    }
}
