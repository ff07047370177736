package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.springframework.stereotype.Component;

/** What claiming looks like from outside. */
@Component
final class ClaimMeters {

    private final Timer transactions;
    private final Counter claims;
    private final Counter failures;
    private final Counter holds;

    ClaimMeters(MeterRegistry meters) {
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
