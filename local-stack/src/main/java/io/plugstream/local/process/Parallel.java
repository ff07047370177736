package io.plugstream.local.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Parts that start or stop at the same time. */
public final class Parallel {
    private Parallel() {}

    /** Starts a part in the background. */
    public static <T> CompletableFuture<T> start(Supplier<T> start) {
        return CompletableFuture.supplyAsync(start, Thread::startVirtualThread);
    }

    /**
     * Waits for all parts.
     *
     * @throws StartException if a part does not start; thrown after the started parts were closed
     */
    public static <T extends AutoCloseable> List<T> allOrNone(List<CompletableFuture<T>> parts) {
        var started = new ArrayList<T>();
        var failures = new ArrayList<RuntimeException>();
        for (var part : parts) {
            try {
                started.add(part.join());
            } catch (CompletionException e) {
                failures.add(e.getCause() instanceof RuntimeException cause ? cause : e);
            }
        }
        if (failures.isEmpty()) {
            return started;
        }
        var failure = failures.getFirst();
        started.forEach(part -> close(part, failure));
        throw failure;
    }

    /** Runs all at once and returns when they are done. */
    public static void all(List<Runnable> tasks) {
        tasks.stream()
                .map(task -> CompletableFuture.runAsync(task, Thread::startVirtualThread))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static void close(AutoCloseable part, RuntimeException failure) {
        try {
            part.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }
}
