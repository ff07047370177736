package io.plugstream.base.kafka;

import io.plugstream.base.RepeatingWork;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that reads with its own consumer, without a group, until it is stopped. After a failure it opens a new
 * consumer.
 */
public abstract class ConsumerThread extends RepeatingWork {

    private static final Logger log = LoggerFactory.getLogger(ConsumerThread.class);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;

    protected ConsumerThread(String name, Supplier<Consumer<byte[], byte[]>> consumers) {
        super(name, LONGEST_STOP);
        this.consumers = consumers;
    }

    /** Reads until the thread stops or needs a new consumer. */
    protected abstract void read(Consumer<byte[], byte[]> opened);

    /** The consumer failed and is closed; a new one follows after a pause. */
    protected void failed(Throwable failure) {}

    @Override
    protected final void wakeUp() {
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
    }

    /** Whether {@link #read} must return. */
    protected final boolean isStopping() {
        return thread.isStopping();
    }

    /** Pauses, but returns as soon as the thread is stopped. */
    protected final void pause(Duration time) {
        var _ = thread.isStoppedWithin(time);
    }

    @Override
    protected final void work() {
        try {
            readAndClose(consumers.get());
        } catch (WakeupException e) {
            log.debug("Stops: {}", e.toString());
        } catch (Throwable e) {
            failed(e);
            throw e;
        }
    }

    /** Closes the consumer without waiting for its fetch: it has no group that it would have to leave. */
    private void readAndClose(Consumer<byte[], byte[]> opened) {
        consumer = opened;
        try {
            read(opened);
        } finally {
            consumer = null;
            opened.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
