package io.plugstream.local;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Parts to stop at the end, the last started first. A part added after the end is stopped at once. */
final class Stops implements AutoCloseable {
    /** Stops one part. */
    interface Stop {
        void stop() throws Exception;
    }

    private final Deque<Stop> stops = new ArrayDeque<>();
    private boolean closed;

    void add(Stop stop) {
        synchronized (this) {
            if (!closed) {
                stops.push(stop);
                return;
            }
        }
        run(stop);
    }

    @Override
    public void close() {
        for (var stop = next(); stop != null; stop = next()) {
            run(stop);
        }
    }

    private synchronized @Nullable Stop next() {
        closed = true;
        return stops.poll();
    }

    private static void run(Stop stop) {
        try {
            stop.stop();
        } catch (Exception e) {
            // The others still have to be stopped.
            System.err.println("A part failed to stop: " + e);
        }
    }
}
