package io.plugstream.sandbox.shard;

import java.util.concurrent.atomic.AtomicInteger;

/** The number of chargers awake on this instance, and its limit. */
final class Room {

    private final int most;
    private final AtomicInteger taken = new AtomicInteger();

    Room(int most) {
        this.most = most;
    }

    boolean enter() {
        return taken.getAndUpdate(now -> Math.min(now + 1, most)) < most;
    }

    void leave() {
        taken.decrementAndGet();
    }

    int taken() {
        return taken.get();
    }
}
