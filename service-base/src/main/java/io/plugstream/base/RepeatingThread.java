package io.plugstream.base;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread that repeats its work until it is stopped. It logs failures, also errors, and goes on. */
public final class RepeatingThread {

    private static final Logger log = LoggerFactory.getLogger(RepeatingThread.class);
    private static final Duration LEAST_AFTER_FAILURE = Duration.ofSeconds(1);

    private final String name;
    private volatile CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable Thread thread;

    public RepeatingThread(String name) {
        this.name = name;
    }

    /** Starts to repeat {@code work}, with a pause after each run; after a failure it is at least a second. */
    public void start(Duration firstPause, Duration pause, Runnable work) {
        Duration afterFailure = pause.compareTo(LEAST_AFTER_FAILURE) > 0 ? pause : LEAST_AFTER_FAILURE;
        stopping = new CountDownLatch(1);
        thread = Thread.ofPlatform().name(name).daemon().start(() -> {
            Duration next = firstPause;
            while (!isStoppedWithin(next)) {
                next = succeeds(work) ? pause : afterFailure;
            }
        });
    }

    private boolean succeeds(Runnable work) {
        try {
            work.run();
            return true;
        } catch (KafkaException e) {
            log.warn("{} goes on after: {}", name, e.toString());
        } catch (Throwable e) {
            // Catches everything: if the thread ended, nobody would do its work any more.
            log.error("{} goes on after an unexpected failure", name, e);
        }
        return false;
    }

    /** Stops a thread whose work takes less than a second. */
    public void stop() {
        stop(Duration.ofSeconds(1), () -> {});
    }

    /**
     * Waits for the thread's end, and interrupts it if it does not end within {@code longest}.
     *
     * @param wakeUp ends what the work waits for
     */
    public void stop(Duration longest, Runnable wakeUp) {
        stopping.countDown();
        wakeUp.run();
        Thread running = thread;
        try {
            if (running != null && !running.join(longest)) {
                log.error("{} did not stop within {} and is interrupted", name, longest);
                running.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread = null;
    }

    public boolean isRunning() {
        return thread != null;
    }

    /** Whether the work must end. */
    public boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Pauses the work. Returns true at once if it must end. */
    public boolean isStoppedWithin(Duration pause) {
        try {
            return stopping.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping.countDown();
            return true;
        }
    }
}
