package io.plugstream.gateway.connection;

import io.github.bucket4j.Bucket;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;

/**
 * Holds one socket to its rate. What comes faster is not read, so that it fills the charger's own buffers (back pressure);
 * nothing is lost. Used by the one thread that reads the socket.
 */
final class FrameRate {

    private final Bucket bucket;
    private final long patience;

    /** So many tokens are there after a pause: half a second's, or half the burst. */
    private final long pause;

    private final Counter held;
    private long tooFastSince;
    private boolean tooFast;

    FrameRate(FrameRateProperties properties, Counter held) {
        this.bucket = Bucket.builder()
                .addLimit(limit ->
                        limit.capacity(properties.burst()).refillGreedy(properties.perSecond(), Duration.ofSeconds(1)))
                .build();
        this.pause = Math.min(properties.perSecond(), properties.burst()) / 2;
        this.patience = properties.patience().toNanos();
        this.held = held;
    }

    /** Waits until the next frame may be worked on; false if the charger has been too fast for too long. */
    boolean await() throws InterruptedException {
        if (bucket.tryConsume(1)) {
            // One token is there whenever the machine wakes us late; that is no pause of the charger's.
            tooFast = tooFast && bucket.getAvailableTokens() < pause;
            return true;
        }
        held.increment();
        long now = System.nanoTime();
        if (!tooFast) {
            tooFast = true;
            tooFastSince = now;
        }
        bucket.asBlocking().consume(1);
        return now - tooFastSince < patience;
    }
}
