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
 * One run of a load. A latency counts from when a message was due, so that a delayed sender does not hide it. A second
 * arrival of the same message is counted separately.
 */
public final class Run {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final int number = NUMBERS.incrementAndGet();
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

    public Load load() {
        return load;
    }

    /** A number that no other run of this process has. */
    public int number() {
        return number;
    }

    /** The arrivals of the same messages at another place; due times and sending are shared. */
    public Run sameMessages() {
        return new Run(load, clock);
    }

    /** Sends each message when it is due, then waits up to {@code timeout} for missing ones. */
    public void drive(IntConsumer send, Duration timeout) throws InterruptedException {
        clock.start = System.nanoTime();
        for (int index = 0; index < load.count(); index++) {
            awaitDue(clock.start + load.due(index).toNanos());
            send.accept(index);
        }
        await(timeout);
    }

    /** Waits up to {@code timeout} for missing messages. */
    public void await(Duration timeout) throws InterruptedException {
        boolean complete = outstanding.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (!complete) {
            System.err.printf("%d of %d did not arrive within %s%n", missing(), load.count(), timeout);
        }
    }

    /** Records the arrival of message {@code index}; may be called from any thread. */
    public void arrived(int index) {
        if (arrivals.compareAndSet(index, 0, System.nanoTime())) {
            outstanding.countDown();
        } else {
            repeated.incrementAndGet();
        }
    }

    /** The number of messages that have not arrived. */
    public int missing() {
        return (int) outstanding.getCount();
    }

    public int repeated() {
        return repeated.get();
    }

    /** The latencies from due to arrival of all messages that arrived. */
    public Latencies latencies() {
        return latencies(_ -> true);
    }

    /** Like {@link #latencies()}, only for the messages whose number {@code chosen} accepts. */
    public Latencies latencies(IntPredicate chosen) {
        return new Latencies(IntStream.range(0, load.count())
                .filter(index -> arrivals.get(index) != 0 && chosen.test(index))
                .mapToLong(index ->
                        arrivals.get(index) - clock.start - load.due(index).toNanos())
                .toArray());
    }

    /** The time from the start to the last arrival. */
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
