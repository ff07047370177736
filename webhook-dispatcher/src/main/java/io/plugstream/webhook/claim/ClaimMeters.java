package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import org.apache.kafka.clients.consumer.Consumer;
import org.springframework.stereotype.Component;

/** What claiming looks like from outside. */
@Component
final class ClaimMeters {

    private final MeterRegistry meters;
    private final Timer transactions;
    private final Counter claims;
    private final Counter failures;
    private final Counter holds;

    ClaimMeters(MeterRegistry meters) {
        this.meters = meters;
        this.transactions = Timer.builder("plugstream.dispatcher.claim.transaction")
                .description("Transactions that claim deliveries")
                .register(meters);
        this.claims = Counter.builder("plugstream.dispatcher.claims")
                .description("Deliveries claimed by this instance")
                .register(meters);
        this.failures = Counter.builder("plugstream.dispatcher.claim.failures")
                .description("Times that claiming had to begin anew")
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

    void transaction(Runnable commit) {
        transactions.record(commit);
    }

    void claimed(int deliveries) {
        claims.increment(deliveries);
    }

    void held() {
        holds.increment();
    }

    void failed() {
        failures.increment();
    }
}
