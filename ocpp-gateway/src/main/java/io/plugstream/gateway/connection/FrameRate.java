package io.plugstream.gateway.connection;

import io.github.bucket4j.Bucket;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;

/**
 * Limits the frame rate of one socket. Faster frames are not read but stay in the charger's buffers (back pressure), so
 * that nothing is lost. Used only by the thread that reads the socket.
 */
final class FrameRate {

    /** Tokens for a frame. Small buffers split a long frame into parts; each further part takes only one token. */
    private static final int FRAME = 25;

    private final Bucket bucket;
    private final long patience;

    /** With this many tokens the charger has paused: those of half a second, or half the burst. */
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
     * Waits until the next frame, or the next part of a begun frame, may be handled. Returns false if the charger has
     * been too fast for too long.
     */
    boolean await(boolean begun) throws InterruptedException {
        int tokens = begun ? 1 : FRAME;
        if (bucket.tryConsume(tokens)) {
            // A few tokens also accumulate if this thread wakes late, so they do not count as a pause.
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
