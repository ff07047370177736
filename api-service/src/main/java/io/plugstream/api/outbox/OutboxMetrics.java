package io.plugstream.api.outbox;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Metrics of the outbox. */
@Component
final class OutboxMetrics {

    private final MeterRegistry meters;
    private final AtomicLong pending = new AtomicLong();
    private final AtomicLong leading = new AtomicLong();
    private final Counter failures;

    OutboxMetrics(MeterRegistry meters) {
        this.meters = meters;
        Gauge.builder("plugstream.api.outbox.pending", pending, AtomicLong::doubleValue)
                .description("Changes waiting to be published")
                .register(meters);
        Gauge.builder("plugstream.api.outbox.leading", leading, AtomicLong::doubleValue)
                .description("Whether this replica publishes the outbox (1) or not (0)")
                .register(meters);
        this.failures = Counter.builder("plugstream.api.outbox.failures")
                .description("Failed attempts to publish the outbox")
                .register(meters);
    }

    void pending(long rows) {
        pending.set(rows);
    }

    void leading(boolean now) {
        leading.set(now ? 1 : 0);
    }

    void published(String topic, int records) {
        counter("plugstream.api.outbox.published", "Records published from the outbox", topic)
                .increment(records);
    }

    void healed(String topic, int keys) {
        counter("plugstream.api.outbox.healed", "Keys whose record differed from the database", topic)
                .increment(keys);
    }

    void failed() {
        failures.increment();
    }

    private Counter counter(String name, String description, String topic) {
        return Counter.builder(name)
                .description(description)
                .tag("topic", topic)
                .register(meters);
    }
}
