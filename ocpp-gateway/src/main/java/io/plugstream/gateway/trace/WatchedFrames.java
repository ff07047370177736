package io.plugstream.gateway.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.gateway.trace.FrameLimits.Share;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;

/** Publishes the frames of watched chargers for the API, within limits (ADR 84). */
@Component
final class WatchedFrames {

    private final FrameLimits limits;
    private final FramePublisher publisher;
    private final Counter withheld;

    WatchedFrames(FrameLimits limits, FramePublisher publisher, MeterRegistry meters) {
        this.limits = limits;
        this.publisher = publisher;
        this.withheld = counter(meters, "withheld");
    }

    static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("plugstream.gateway.watched.frames")
                .description("Frames of watched chargers, by whether they were published")
                .tag("outcome", outcome)
                .register(meters);
    }

    void show(ChargerId charger, Mode mode, Instant at, Direction direction, String frame) {
        Share share = limits.of(charger);
        if (!share.allow()) {
            leaveOut(share, 1);
            return;
        }
        int before = share.takeWithheld();
        boolean taken = publisher.write(
                new RawFrame(charger, mode, at.truncatedTo(ChronoUnit.MILLIS), direction, frame, before));
        if (!taken) {
            share.leaveOut(before);
            leaveOut(share, 1);
        }
    }

    private void leaveOut(Share share, int frames) {
        share.leaveOut(frames);
        withheld.increment(frames);
    }
}
