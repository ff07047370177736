package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.springframework.stereotype.Component;

/** The metrics of claiming. */
@Component
final class ClaimMetrics {

    private final MeterRegistry meters;
    private final Timer appends;
    private final Timer openings;
    private final Counter claims;
    private final Counter failures;
    private final Counter holds;

    ClaimMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.appends = Timer.builder("plugstream.dispatcher.claim.append")
                .description("Time to append a claim record to the log")
                .register(meters);
        this.openings = Timer.builder("plugstream.dispatcher.shard.opening")
                .description("From the start of a shard's takeover until its events can be claimed")
                .register(meters);
        this.claims = Counter.builder("plugstream.dispatcher.claims")
                .description("Deliveries claimed by this instance")
                .register(meters);
        this.failures = Counter.builder("plugstream.dispatcher.claim.failures")
                .description("Restarts of claiming, as a whole or of one shard")
                .register(meters);
        this.holds = Counter.builder("plugstream.dispatcher.claim.holds")
                .description("Times that late events were held back for webhooks that keep up")
                .register(meters);
    }

    /** Exposes the metrics of {@code consumer}, such as its lag, until they are closed. */
    KafkaClientMetrics reading(Consumer<?, ?> consumer) {
        KafkaClientMetrics reading = new KafkaClientMetrics(consumer);
        reading.bindTo(meters);
        return reading;
    }

    /** @param nanos how long the append took; records without claims are not measured */
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
