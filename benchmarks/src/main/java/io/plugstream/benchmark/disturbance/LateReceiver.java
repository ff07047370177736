package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.platform.Loopback;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The bad organisation's receiver on loopback, which returns 503 shortly before the timeout. */
final class LateReceiver implements AutoCloseable {

    private static final Duration LATE = Duration.ofMillis(4_500);
    private static final Duration QUIET = Duration.ofSeconds(6);

    private final Loopback server;
    private final AtomicInteger posts = new AtomicInteger();

    LateReceiver(int port) {
        server = new Loopback(port, (_, _) -> {
            posts.incrementAndGet();
            LockSupport.parkNanos(LATE.toNanos());
            return 503;
        });
    }

    int posts() {
        return posts.get();
    }

    /** Returns when no POST has arrived for longer than an attempt takes. */
    void awaitQuiet() {
        int before = 0;
        while (posts() > before) {
            before = posts();
            LockSupport.parkNanos(QUIET.toNanos());
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
