package io.plugstream.quota;

import java.time.Duration;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A failed thread is replaced, after a pause so that a lasting fault does not spin; its open transaction is aborted and
 * the calls in it are decided again, alike. Only an instance whose name another has taken stops for good.
 */
final class FailureHandler implements StreamsUncaughtExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(FailureHandler.class);

    private final Duration pause;

    FailureHandler(Duration pause) {
        this.pause = pause;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        if (isFenced(failure)) {
            log.error("Another instance has the name of this one (plugstream.instance): this one stops", failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        log.error("A thread of the topology failed and is replaced", failure);
        pause();
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private void pause() {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isFenced(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FencedInstanceIdException) {
                return true;
            }
        }
        return false;
    }
}
