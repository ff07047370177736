package io.plugstream.gateway.trace;

import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows the frames of one connection: in the log if an operator traces the charger, and in the API if a client watches
 * it. Without either, a frame costs hardly anything.
 */
public final class FrameTap {

    /** The longest duration of a watch, whatever its end says. */
    static final Duration LONGEST = Duration.ofMinutes(5);

    private final ChargerId charger;
    private final Mode mode;
    private final FrameTrace trace;
    private final WatchedFrames frames;
    private final Clock clock;
    private final LongSupplier nanoTime;

    /** Null if there is none. */
    private final AtomicReference<@Nullable Watched> watched = new AtomicReference<>();

    /**
     * A watch.
     *
     * @param end by {@code nanoTime}, as the clock may be set back meanwhile
     */
    private record Watched(long end) {}

    FrameTap(ChargerId charger, Mode mode, FrameTrace trace, WatchedFrames frames, Clock clock, LongSupplier nanoTime) {
        this.charger = charger;
        this.mode = mode;
        this.trace = trace;
        this.frames = frames;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** Handles a frame from the charger. */
    public void received(String frame) {
        trace.received(charger, frame);
        show(Direction.FROM_CHARGER, frame);
    }

    /** Handles a frame to the charger. */
    public void sent(String frame) {
        trace.sent(charger, frame);
        show(Direction.TO_CHARGER, frame);
    }

    /** Sets the watch. A watch of the other mode does not count. */
    public void watch(@Nullable FrameWatch watch) {
        watched.set(watch != null && watch.mode() == mode ? new Watched(end(watch.until())) : null);
    }

    private long end(Instant until) {
        long left = Duration.between(clock.instant(), until).toMillis();
        return nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(Math.clamp(left, 0, LONGEST.toMillis()));
    }

    private void show(Direction direction, String frame) {
        Watched watch = watched.get();
        if (watch == null) {
            return;
        }
        if (nanoTime.getAsLong() - watch.end() < 0) {
            frames.show(charger, mode, clock.instant(), direction, frame);
        } else {
            // Unless it was renewed meanwhile.
            watched.compareAndSet(watch, null);
        }
    }
}
