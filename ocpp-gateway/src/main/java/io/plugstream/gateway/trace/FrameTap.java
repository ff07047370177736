package io.plugstream.gateway.trace;

import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
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

    /** The end of the watch; null if there is none. */
    private final AtomicReference<@Nullable Instant> watched = new AtomicReference<>();

    FrameTap(ChargerId charger, Mode mode, FrameTrace trace, WatchedFrames frames, Clock clock) {
        this.charger = charger;
        this.mode = mode;
        this.trace = trace;
        this.frames = frames;
        this.clock = clock;
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
        watched.set(watch != null && watch.mode() == mode ? end(watch.until()) : null);
    }

    private Instant end(Instant until) {
        Instant latest = clock.instant().plus(LONGEST);
        return until.isBefore(latest) ? until : latest;
    }

    private void show(Direction direction, String frame) {
        Instant until = watched.get();
        if (until == null) {
            return;
        }
        Instant now = clock.instant();
        if (now.isBefore(until)) {
            frames.show(charger, mode, now, direction, frame);
        } else {
            // Unless it was renewed meanwhile.
            watched.compareAndSet(until, null);
        }
    }
}
