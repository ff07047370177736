package io.plugstream.gateway.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.gateway.publish.LossyLog;
import io.plugstream.gateway.trace.FrameLimits.Share;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Publishes the frames of watched chargers for the API, within limits (ADR 84). */
@Component
final class WatchedFrames {

    /** A frame usually has less than 64 KiB. */
    private static final int MOST_WAITING = 200;

    private static final int BUFFER_BYTES = 4 * 1024 * 1024;

    private final FrameLimits limits;
    private final FramePublisher publisher;
    private final Counter withheld;

    WatchedFrames(FrameLimits limits, FramePublisher publisher, MeterRegistry meters) {
        this.limits = limits;
        this.publisher = publisher;
        this.withheld = counter(meters, "withheld");
    }

    @Bean
    static LossyLog<ChargerId, ChargerFrame> frameLog(KafkaClients clients, Instance instance, MeterRegistry meters) {
        return new LossyLog<>(
                Topics.CHARGER_FRAMES,
                LossyLog.producer(
                        Topics.CHARGER_FRAMES, clients, "ocpp-gateway-frames-" + instance.name(), BUFFER_BYTES),
                MOST_WAITING,
                outcome -> counter(meters, outcome));
    }

    /** Masks and publishes frames without making chargers wait. */
    @Bean
    static FramePublisher framePublisher(LossyLog<ChargerId, ChargerFrame> frameLog, WatchProperties properties) {
        return frame -> frameLog.send(frame.charger(), () -> frame.shown(properties.characters()));
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
