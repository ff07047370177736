package io.plugstream.api.projection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
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

    void projected(String topic, List<Instant> madeAt) {
        Counter.builder("plugstream.api.projection.events")
                .description("Events written into read models")
                .tag("topic", topic)
                .register(meters)
                .increment(madeAt.size());
        Timer delay = Timer.builder("plugstream.api.projection.delay")
                .description("From when a record came about to its place in the read model")
                .tag("topic", topic)
                .register(meters);
        Instant now = clock.instant();
        // Of a clock ahead of this one nothing is known but that it is.
        madeAt.forEach(made -> delay.record(made.isAfter(now) ? Duration.ZERO : Duration.between(made, now)));
    }
}
