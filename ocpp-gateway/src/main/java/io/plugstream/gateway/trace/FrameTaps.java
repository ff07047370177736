package io.plugstream.gateway.trace;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Opens a tap for each connection. */
@Component
public final class FrameTaps {

    private final FrameTrace trace;
    private final WatchedFrames frames;
    private final Clock clock;

    FrameTaps(FrameTrace trace, WatchedFrames frames, Clock clock) {
        this.trace = trace;
        this.frames = frames;
        this.clock = clock;
    }

    /** A tap without a watch. */
    public FrameTap open(ChargerId charger, Mode mode) {
        return new FrameTap(charger, mode, trace, frames, clock, System::nanoTime);
    }
}
