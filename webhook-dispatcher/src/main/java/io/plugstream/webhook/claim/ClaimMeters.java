package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.springframework.stereotype.Component;

/** What claiming looks like from outside. */
@Component
final class ClaimMeters {

    private final MeterRegistry meters;
    private final Timer appends;
    private final Timer openings;
    private final Counter claims;
    private final Counter failures;
    private final Counter holds;

    ClaimMeters(MeterRegistry meters) {
        this.meters = meters;
        this.appends = Timer.builder("plugstream.dispatcher.claim.append")
                .description("Until a record of claims is in the log")
                .register(meters);
        this.openings = Timer.builder("plugstream.dispatcher.shard.opening")
                .description("From the attempt to take a shard over until it can be claimed")
                .register(meters);
        this.claims = Counter.builder("plugstream.dispatcher.claims")
                .description("Deliveries claimed by this instance")
                .register(meters);
        this.failures = Counter.builder("plugstream.dispatcher.claim.failures")
                .description("Times that claiming had to begin anew, all of it or that of a shard")
                .register(meters);
        this.holds = Counter.builder("plugstream.dispatcher.claim.holds")
                .description("Times that late events were held back for webhooks that keep up")
                .register(meters);
    }

    /** Shows how far {@code consumer} is behind, until it is closed. */
    KafkaClientMetrics reading(Consumer<?, ?> consumer) {
        KafkaClientMetrics reading = new KafkaClientMetrics(consumer);
        reading.bindTo(meters);
        return reading;
    }

    /** @param nanos how long the record took; those without claims are not measured */
    void claimed(int deliveries, long nanos) {
        if (deliveries > 0) {
            appends.record(nanos, TimeUnit.NANOSECONDS);
            claims.increment(deliveries);
        }
    }

    void opened(Duration took) {
        openings.record(took);
    }

    void held() {
        holds.increment();
    }

    void failed() {
        failures.increment();
    }
}
