package io.plugstream.api.quota;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Metrics of metering. */
final class QuotaMetrics {

    private final Timer waits;
    private final Counter admitted;
    private final Counter refused;
    private final Counter remembered;
    private final Counter blind;
    private final Counter undecided;

    QuotaMetrics(MeterRegistry meters, QuotaParts parts) {
        this.waits = Timer.builder("plugstream.api.quota.wait")
                .description("How long calls waited for their decision")
                .register(meters);
        this.admitted = verdict(meters, "admitted");
        this.refused = verdict(meters, "refused");
        this.remembered = verdict(meters, "refused_from_memory");
        this.blind = verdict(meters, "admitted_blind");
        this.undecided = verdict(meters, "undecided");
        Gauge.builder("plugstream.api.quota.away", parts, all -> all.isUnavailable() ? 1 : 0)
                .description("1 while quota-service does not answer and calls proceed without it")
                .register(meters);
        Gauge.builder("plugstream.api.quota.parts.away", parts, QuotaParts::unavailableParts)
                .description("Partitions whose part of quota-service does not answer")
                .register(meters);
    }

    private static Counter verdict(MeterRegistry meters, String verdict) {
        return Counter.builder("plugstream.api.quota.calls")
                .description("Metered calls by verdict")
                .tag("verdict", verdict)
                .register(meters);
    }

    void waited(Duration forDecision) {
        waits.record(forDecision);
    }

    void admitted() {
        admitted.increment();
    }

    void refused() {
        refused.increment();
    }

    void refusedFromMemory() {
        remembered.increment();
    }

    void admittedBlind() {
        blind.increment();
    }

    void undecided() {
        undecided.increment();
    }
}
