package io.plugstream.sandbox.shard;

import java.util.concurrent.atomic.AtomicInteger;

/** How many chargers are awake on this instance, and how many may be. */
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
