package io.plugstream.quota;

import io.plugstream.base.Causes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a failed thread after a pause, so that a lasting fault does not spin. The thread's open transaction is
 * aborted and its calls are decided again, with the same result. Streams and then the process ({@link StreamsEnd}) stop
 * if a new thread cannot help: when another instance has this one's name, after an error of the JVM, and when threads
 * keep failing.
 */
final class FailureHandler implements StreamsUncaughtExceptionHandler {

    static final Duration WINDOW = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(FailureHandler.class);

    private final Duration pause;
    private final int mostFailures;
    private final LongSupplier nanos;
    private final Deque<Long> failures = new ArrayDeque<>();

    /** @param mostFailures how many failures of threads are allowed within {@link #WINDOW} */
    FailureHandler(Duration pause, int mostFailures, LongSupplier nanos) {
        this.pause = pause;
        this.mostFailures = mostFailures;
        this.nanos = nanos;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        if (Causes.of(failure).anyMatch(FencedInstanceIdException.class::isInstance)) {
            log.error("Another instance has this one's name (plugstream.instance): this one stops", failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        if (failure instanceof Error) {
            log.error("A thread of the topology failed with an error that a new thread cannot fix", failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        if (isOneTooMany()) {
            log.error("More than {} threads of the topology failed within {}", mostFailures, WINDOW, failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        log.error("A thread of the topology failed and is replaced", failure);
        pause();
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private synchronized boolean isOneTooMany() {
        long now = nanos.getAsLong();
        failures.addLast(now);
        failures.removeIf(earlier -> now - earlier > WINDOW.toNanos());
        return failures.size() > mostFailures;
    }

    private void pause() {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
