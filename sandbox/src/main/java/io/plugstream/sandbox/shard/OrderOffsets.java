package io.plugstream.sandbox.shard;

import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topics;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The offsets that the topic of orders has in a shard. Thread-safe. */
final class OrderOffsets {

    private static final Logger log = LoggerFactory.getLogger(OrderOffsets.class);

    private final int shard;
    private final AtomicLong end = new AtomicLong();
    private final AtomicBoolean told = new AtomicBoolean();

    OrderOffsets(int shard) {
        this.shard = shard;
    }

    /** Notes that the topic ends at this offset or later. */
    void reach(long offset) {
        end.accumulateAndGet(offset, Math::max);
    }

    /** Whether a topic that ends at {@code now} can be the one whose offsets were noted. */
    boolean areBefore(long now) {
        return end.get() <= now;
    }

    /**
     * The state, without its offset if the topic has no such record. The topic was recreated then, or lost its end, and
     * the charger would skip all orders until the topic is as long as the former one.
     */
    SandboxState valid(SandboxState state) {
        if (state.through() < end.get()) {
            return state;
        }
        if (told.compareAndSet(false, true)) {
            log.error(
                    "{} was recreated or lost its end: shard {} ends at {}, but a charger has processed order {}",
                    Topics.SANDBOX_ORDERS.name(),
                    shard,
                    end,
                    state.through());
        }
        return state.withoutOrders();
    }
}
