package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that reads with its own consumer until it is stopped. After a failure it opens a new consumer. */
public final class ConsumerThread {

    private static final Logger log = LoggerFactory.getLogger(ConsumerThread.class);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

    private final String name;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Reading reading;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;

    /** The work of the thread. */
    public interface Reading {

        /** Reads until the thread stops or needs a new consumer. */
        void read(Consumer<byte[], byte[]> opened);

        /** The consumer failed and is closed; a new one follows after a pause. */
        default void failed(Throwable failure) {}
    }

    public ConsumerThread(String name, Supplier<Consumer<byte[], byte[]>> consumers, Reading reading) {
        this.name = name;
        this.consumers = consumers;
        this.reading = reading;
    }

    public void start() {
        thread = Thread.ofPlatform().name(name).daemon().start(this::readUntilStopped);
    }

    public void stop() {
        stopping.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        Thread running = thread;
        if (running != null) {
            try {
                running.join(LONGEST_STOP);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        thread = null;
    }

    public boolean isRunning() {
        return thread != null;
    }

    /** Whether {@link Reading#read} must return. */
    public boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Pauses, but returns as soon as the thread is stopped. */
    public void pause(Duration time) {
        try {
            boolean stopped = stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
            log.trace("{} continues, stopped {}", name, stopped);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
    }

    private void readUntilStopped() {
        while (!isStopping()) {
            try (Consumer<byte[], byte[]> opened = consumers.get()) {
                consumer = opened;
                reading.read(opened);
            } catch (WakeupException _) {
                log.debug("{} stops", name);
            } catch (KafkaException e) {
                log.warn("{} restarts after: {}", name, e.toString());
                failed(e);
            } catch (Throwable e) {
                // Catches everything: if the thread ended, nothing would be read any more.
                log.error("{} restarts after an unexpected failure", name, e);
                failed(e);
            } finally {
                consumer = null;
            }
        }
    }

    private void failed(Throwable failure) {
        reading.failed(failure);
        pause(PAUSE_AFTER_FAILURE);
    }
}
