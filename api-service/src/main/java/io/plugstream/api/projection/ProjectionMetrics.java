package io.plugstream.api.projection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Metrics of projected records and their delay. */
@Component
final class ProjectionMetrics {

    private final MeterRegistry meters;
    private final Clock clock;

    ProjectionMetrics(MeterRegistry meters, Clock clock) {
        this.meters = meters;
        this.clock = clock;
    }

    void projected(String topic, List<Instant> madeAt) {
        Counter.builder("plugstream.api.projection.events")
                .description("Events written into read models")
                .tag("topic", topic)
                .register(meters)
                .increment(madeAt.size());
        Timer delay = Timer.builder("plugstream.api.projection.delay")
                .description("Time from a record's creation to its place in the read model")
                .tag("topic", topic)
                .register(meters);
        Instant now = clock.instant();
        // If the producer's clock is ahead, record zero delay.
        madeAt.forEach(made -> delay.record(made.isAfter(now) ? Duration.ZERO : Duration.between(made, now)));
    }
}
