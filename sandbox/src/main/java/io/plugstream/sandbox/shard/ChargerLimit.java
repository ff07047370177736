package io.plugstream.sandbox.shard;

import java.util.concurrent.atomic.AtomicInteger;

/** The number of chargers awake on this instance, and its limit. */
final class ChargerLimit {

    private final int most;
    private final AtomicInteger awake = new AtomicInteger();

    ChargerLimit(int most) {
        this.most = most;
    }

    boolean tryAcquire() {
        return awake.getAndUpdate(now -> Math.min(now + 1, most)) < most;
    }

    void release() {
        awake.decrementAndGet();
    }

    int awake() {
        return awake.get();
    }
}
