package io.plugstream.local;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** How to stop each started part, the last started first. A step that is added after the end runs at once. */
final class ShutdownSteps implements AutoCloseable {
    /** One step. */
    interface Step {
        void run() throws Exception;
    }

    private final Deque<Step> steps = new ArrayDeque<>();
    private boolean closed;

    void add(Step step) {
        synchronized (this) {
            if (!closed) {
                steps.push(step);
                return;
            }
        }
        run(step);
    }

    @Override
    public void close() {
        for (var step = next(); step != null; step = next()) {
            run(step);
        }
    }

    private synchronized @Nullable Step next() {
        closed = true;
        return steps.poll();
    }

    private static void run(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            // The others still have to be stopped.
            System.err.println("A part failed to stop: " + e);
        }
    }
}
