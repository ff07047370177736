package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.gateway.payload.Deviation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Counts what is odd about messages of chargers. */
@Component
public final class OddityMetrics {

    private final MeterRegistry meters;
    private final Counter times;

    // Looking a meter up in the registry costs more than counting with it.
    private final Map<Deviation, Counter> deviations = new ConcurrentHashMap<>();

    OddityMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.times = Counter.builder("plugstream.gateway.odd.times")
                .description("Records whose time by the charger's clock is implausibly far from the gateway's time")
                .register(meters);
    }

    Counter times() {
        return times;
    }

    void deviation(Deviation kind) {
        deviations.computeIfAbsent(kind, this::deviations).increment();
    }

    private Counter deviations(Deviation kind) {
        return Counter.builder("plugstream.gateway.deviations")
                .description("Tolerated messages that violated a rule of OCPP, by kind of rule")
                .tag("kind", kind.wireName())
                .register(meters);
    }
}
