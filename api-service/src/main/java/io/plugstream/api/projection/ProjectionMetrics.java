package io.plugstream.api.projection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.plugstream.model.event.EventRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** How many events are projected and how far behind. */
@Component
final class ProjectionMetrics {

    private final MeterRegistry meters;
    private final Clock clock;

    ProjectionMetrics(MeterRegistry meters, Clock clock) {
        this.meters = meters;
        this.clock = clock;
    }

    void projected(String topic, List<EventRecord> events) {
        Counter.builder("plugstream.api.projection.events")
                .description("Events written into read models")
                .tag("topic", topic)
                .register(meters)
                .increment(events.size());
        Timer delay = Timer.builder("plugstream.api.projection.delay")
                .description("From the gateway's receipt of an event to its place in the read model")
                .tag("topic", topic)
                .register(meters);
        Instant now = clock.instant();
        events.forEach(event -> delay.record(Duration.between(event.receivedAt(), now)));
    }
}
