package io.plugstream.webhook;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Publishes at a steady rate until {@link #end}. */
final class SteadyLoad {

    private final List<UUID> published = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Void> running;
    private volatile boolean ended;

    private SteadyLoad(int perSecond, Callable<String> publish) {
        // On its own thread, because the common pool may have only one.
        this.running = CompletableFuture.runAsync(() -> publish(perSecond, publish), Thread::startVirtualThread);
    }

    static SteadyLoad of(int perSecond, Callable<String> publish) {
        return new SteadyLoad(perSecond, publish);
    }

    private void publish(int perSecond, Callable<String> publish) {
        long next = System.nanoTime();
        while (!ended) {
            try {
                published.add(UUID.fromString(publish.call()));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            // Does not catch up after a delay, so that no burst follows.
            next = Math.max(next, System.nanoTime()) + TimeUnit.SECONDS.toNanos(1) / perSecond;
            for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    /** The ids of all events so far. Throws the load's failure: who waits for more events would never see it. */
    List<UUID> published() {
        if (running.isCompletedExceptionally()) {
            running.join();
        }
        synchronized (published) {
            return List.copyOf(published);
        }
    }

    /** Ends the load, and rethrows its failure. */
    void end() throws Exception {
        ended = true;
        running.get(60, TimeUnit.SECONDS);
    }
}
