package io.plugstream.system.fault;

import io.plugstream.system.fault.Fault.Damage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs faults, undoes them, and prints one line for the damage and one line for its end. */
public final class FaultLog {

    /** A fault that happened. */
    public record Entry(Instant at, Instant over, String what) {}

    private final ConcurrentLinkedQueue<Entry> entries = new ConcurrentLinkedQueue<>();

    /** The faults that are over. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /**
     * Runs these faults at the same time, and returns when all have been undone, even if one of them fails or this
     * thread is interrupted.
     */
    public void strike(Fault... faults) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Void>> all = new ArrayList<>();
            for (Fault fault : faults) {
                all.add(() -> {
                    happen(fault);
                    return null;
                });
            }
            List<Exception> failures = new ArrayList<>();
            for (Future<Void> one : threads.invokeAll(all)) {
                try {
                    one.get();
                } catch (ExecutionException e) {
                    failures.add(e);
                }
            }
            if (!failures.isEmpty()) {
                Exception first = failures.getFirst();
                failures.stream().skip(1).forEach(first::addSuppressed);
                throw first;
            }
        }
    }

    private void happen(Fault fault) throws Exception {
        Damage damage = fault.strike();
        Instant at = Instant.now();
        say(at, damage.what());
        try {
            TimeUnit.NANOSECONDS.sleep(fault.lasts().toNanos());
        } finally {
            damage.repair().run();
            Instant over = Instant.now();
            entries.add(new Entry(at, over, damage.what()));
            say(over, "over: " + damage.what());
        }
    }

    private static void say(Instant at, String what) {
        System.out.printf("fault %s %s%n", at.truncatedTo(ChronoUnit.MILLIS), what);
    }
}
