package io.plugstream.gateway.presence;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Counts connections whose end was reported by a later connection or another gateway. */
@Component
final class PresenceMetrics {

    private final Counter replaced;
    private final Counter lost;

    PresenceMetrics(MeterRegistry meters) {
        this.replaced = Counter.builder("plugstream.gateway.connections.replaced")
                .description("Connections whose end this gateway reported because the charger opened another here")
                .register(meters);
        this.lost = Counter.builder("plugstream.gateway.connections.lost")
                .description("Connections of lost gateways whose end this gateway reported")
                .register(meters);
    }

    void replaced() {
        replaced.increment();
    }

    void lost() {
        lost.increment();
    }
}
