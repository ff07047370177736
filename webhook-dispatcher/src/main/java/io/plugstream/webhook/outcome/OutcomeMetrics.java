package io.plugstream.webhook.outcome;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.webhook.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Counts deliveries by recorded outcome, and outcomes that could not be recorded. */
@Component
final class OutcomeMetrics {

    private final Map<Outcome, Counter> recorded = new EnumMap<>(Outcome.class);
    private final Counter lost;

    OutcomeMetrics(MeterRegistry meters) {
        for (Outcome outcome : Outcome.values()) {
            Counter counter = Counter.builder("plugstream.dispatcher.deliveries")
                    .description("Deliveries that ended, by outcome")
                    .tag("outcome", outcome.wireName())
                    .register(meters);
            recorded.put(outcome, counter);
        }
        this.lost = Counter.builder("plugstream.dispatcher.outcomes.lost")
                .description("Outcomes that could not be appended in time; the shard's owner records them, or unknown")
                .register(meters);
    }

    void recorded(Outcome outcome) {
        Objects.requireNonNull(recorded.get(outcome)).increment();
    }

    void lost() {
        lost.increment();
    }
}
