package io.plugstream.benchmark.measure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One run of a load. A latency is counted from when a message was due, so that a sender held up by a slow answer does not
 * hide it; a second arrival of the same message is counted apart.
 */
public final class Run {

    private final Load load;
    private final AtomicLongArray arrivals;
    private final AtomicInteger repeated = new AtomicInteger();
    private final CountDownLatch outstanding;
    private final Clock clock;

    public Run(Load load) {
        this(load, new Clock());
    }

    private Run(Load load, Clock clock) {
        this.load = load;
        this.clock = clock;
        this.arrivals = new AtomicLongArray(load.count());
        this.outstanding = new CountDownLatch(load.count());
    }

    /** The arrival of the same messages at another place: they are due when these are, and sent with these. */
    public Run elsewhere() {
        return new Run(load, clock);
    }

    /** Sends all, each when it is due, then waits for those that are missing, at most {@code patience}. */
    public void drive(IntConsumer send, Duration patience) throws InterruptedException {
        clock.start = System.nanoTime();
        for (int index = 0; index < load.count(); index++) {
            awaitDue(clock.start + load.due(index).toNanos());
            send.accept(index);
        }
        await(patience);
    }

    /** Waits for those that are missing, at most {@code patience}. */
    public void await(Duration patience) throws InterruptedException {
        boolean complete = outstanding.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (!complete) {
            System.err.printf("%d of %d did not arrive within %s%n", missing(), load.count(), patience);
        }
    }

    /** Says that message {@code index} has arrived; for any thread. */
    public void arrived(int index) {
        if (arrivals.compareAndSet(index, 0, System.nanoTime())) {
            outstanding.countDown();
        } else {
            repeated.incrementAndGet();
        }
    }

    /** How many have not arrived. */
    public int missing() {
        return (int) outstanding.getCount();
    }

    /** How many arrivals were of messages that had arrived. */
    public int repeated() {
        return repeated.get();
    }

    /** From due to arrival, of those that arrived. */
    public Latencies latencies() {
        return latencies(_ -> true);
    }

    /** As {@link #latencies()}, of the messages that {@code chosen} takes by their number. */
    public Latencies latencies(IntPredicate chosen) {
        return new Latencies(IntStream.range(0, load.count())
                .filter(index -> arrivals.get(index) != 0 && chosen.test(index))
                .mapToLong(index ->
                        arrivals.get(index) - clock.start - load.due(index).toNanos())
                .toArray());
    }

    /** From the first message sent to the last arrival. */
    public Duration elapsed() {
        long last = IntStream.range(0, load.count())
                .mapToLong(arrivals::get)
                .filter(arrival -> arrival != 0)
                .map(arrival -> arrival - clock.start)
                .max()
                .orElse(0);
        return Duration.ofNanos(last);
    }

    private static void awaitDue(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static final class Clock {

        private volatile long start;
    }
}
