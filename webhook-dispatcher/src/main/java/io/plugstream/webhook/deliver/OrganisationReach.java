package io.plugstream.webhook.deliver;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.webhook.Outcome;
import java.time.Duration;

/**
 * Counts organisations that got no delivery recently, although there were some for them. Organisations are counted, not
 * deliveries, so that one with a dead endpoint and many events does not look like an outage (ADR 124). Thread-safe.
 */
final class OrganisationReach {

    /** How long a delivery counts. */
    static final Duration RECENT = Duration.ofMinutes(5);

    private static final int MOST_ORGANISATIONS = 100_000;

    private final Cache<String, Boolean> tried;
    private final Cache<String, Boolean> reached;

    OrganisationReach(Ticker ticker, MeterRegistry meters) {
        this.tried = recent(ticker);
        this.reached = recent(ticker);
        Gauge.builder("plugstream.dispatcher.organisations.tried", this, OrganisationReach::tried)
                .description("Organisations with deliveries that ended in the last five minutes, shed ones excepted")
                .register(meters);
        Gauge.builder("plugstream.dispatcher.organisations.failing", this, OrganisationReach::failing)
                .description("Those of them without a delivered one")
                .register(meters);
    }

    private static Cache<String, Boolean> recent(Ticker ticker) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(RECENT)
                .maximumSize(MOST_ORGANISATIONS)
                .build();
    }

    /** A delivery that was shed says nothing about the way to the receiver. */
    void ended(String organisationId, Outcome outcome) {
        if (outcome == Outcome.SHED) {
            return;
        }
        if (outcome == Outcome.DELIVERED) {
            reached.put(organisationId, true);
        }
        tried.put(organisationId, true);
    }

    // Iterating skips expired entries, unlike the cache's own size.

    private long tried() {
        return tried.asMap().keySet().stream().count();
    }

    private long failing() {
        return tried.asMap().keySet().stream()
                .filter(organisation -> reached.getIfPresent(organisation) == null)
                .count();
    }
}
