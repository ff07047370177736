package io.plugstream.api.projection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

    void projected(List<? extends ConsumerRecord<?, ?>> records) {
        records.stream().collect(Collectors.groupingBy(ConsumerRecord::topic)).forEach(this::projected);
    }

    private void projected(String topic, List<? extends ConsumerRecord<?, ?>> records) {
        Counter.builder("plugstream.api.projection.events")
                .description("Records written into read models")
                .tag("topic", topic)
                .register(meters)
                .increment(records.size());
        Timer delay = Timer.builder("plugstream.api.projection.delay")
                .description("Time from a record's creation to its place in the read model")
                .tag("topic", topic)
                .register(meters);
        long now = clock.millis();
        // If the producer's clock is ahead, record zero delay.
        records.forEach(record -> delay.record(Duration.ofMillis(Math.max(0, now - record.timestamp()))));
    }
}
