package io.plugstream.gateway.connection;

import io.github.bucket4j.Bucket;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;

/**
 * Holds one socket to its rate. What comes faster is not read, so that it fills the charger's own buffers (back pressure);
 * nothing is lost. Used by the one thread that reads the socket.
 */
final class FrameRate {

    /** Tokens that a frame takes. The parts of a long one come of small buffers, so each further part takes only one. */
    private static final int FRAME = 25;

    private final Bucket bucket;
    private final long patience;

    /** So many tokens are there after a pause: half a second's, or half the burst. */
    private final long pause;

    private final Counter held;
    private long tooFastSince;
    private boolean tooFast;

    FrameRate(FrameRateProperties properties, Counter held) {
        this.bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity((long) FRAME * properties.burst())
                        .refillGreedy((long) FRAME * properties.perSecond(), Duration.ofSeconds(1)))
                .build();
        this.pause = (long) FRAME * Math.min(properties.perSecond(), properties.burst()) / 2;
        this.patience = properties.patience().toNanos();
        this.held = held;
    }

    /**
     * Waits until the next frame, or the next part of one that has begun, may be worked on; false if the charger has been
     * too fast for too long.
     */
    boolean await(boolean begun) throws InterruptedException {
        int tokens = begun ? 1 : FRAME;
        if (bucket.tryConsume(tokens)) {
            // A few tokens are there whenever the machine wakes us late; they are no pause of the charger's.
            tooFast = tooFast && bucket.getAvailableTokens() < pause;
            return true;
        }
        held.increment();
        long now = System.nanoTime();
        if (!tooFast) {
            tooFast = true;
            tooFastSince = now;
        }
        bucket.asBlocking().consume(tokens);
        return now - tooFastSince < patience;
    }
}
