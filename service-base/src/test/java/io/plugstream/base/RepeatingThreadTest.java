package io.plugstream.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RepeatingThreadTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicBoolean interrupted = new AtomicBoolean();

    @Test
    void anErrorDoesNotEndTheThread() {
        RepeatingThread thread = new RepeatingThread("test");
        thread.start(Duration.ZERO, Duration.ZERO, () -> {
            if (runs.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("for a test");
            }
        });
        await().until(() -> runs.get() > 1);

        thread.stop(LONG, () -> {});
        assertThat(thread.isRunning()).isFalse();
    }

    @Test
    void pausesBeforeAndAfterEachRun() {
        RepeatingThread thread = new RepeatingThread("test");
        Duration pause = Duration.ofMillis(50);
        long begin = System.nanoTime();
        thread.start(pause, pause, runs::incrementAndGet);
        await().until(() -> runs.get() > 2);

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(pause.multipliedBy(3));
        thread.stop(LONG, () -> {});
    }

    @Test
    void aStopEndsAPause() {
        RepeatingThread thread = new RepeatingThread("test");
        thread.start(LONG, LONG, runs::incrementAndGet);

        thread.stop(LONG, () -> {});
        assertThat(runs).hasValue(0);
    }

    @Test
    void aStopWakesTheWorkUp() {
        CountDownLatch awake = new CountDownLatch(1);
        RepeatingThread thread = new RepeatingThread("test");
        thread.start(Duration.ZERO, Duration.ZERO, () -> waitFor(awake));
        await().until(() -> runs.get() == 1);

        thread.stop(LONG, awake::countDown);
        assertThat(interrupted).isFalse();
    }

    @Test
    void aStopInterruptsWorkThatTakesTooLong() {
        RepeatingThread thread = new RepeatingThread("test");
        thread.start(Duration.ZERO, Duration.ZERO, () -> waitFor(new CountDownLatch(1)));
        await().until(() -> runs.get() == 1);

        thread.stop(Duration.ofMillis(10), () -> {});
        await().untilTrue(interrupted);
        assertThat(runs).hasValue(1);
    }

    @Test
    void canStartAgain() {
        RepeatingThread thread = new RepeatingThread("test");
        thread.start(LONG, LONG, runs::incrementAndGet);
        thread.stop();
        thread.start(Duration.ZERO, LONG, runs::incrementAndGet);

        await().until(() -> runs.get() == 1);
        thread.stop();
    }

    private void waitFor(CountDownLatch event) {
        runs.incrementAndGet();
        try {
            event.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            interrupted.set(true);
        }
    }
}
