package io.plugstream.api.command;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Counts commands by operation and outcome; both come from fixed sets. */
@Component
class CommandMetrics {

    /** The charger had no open connection. */
    static final String NOT_CONNECTED = "not_connected";

    /** Kafka did not acknowledge. */
    static final String UNAVAILABLE = "unavailable";

    private final MeterRegistry meters;
    private final Counter dropped;
    private final Counter unreported;

    CommandMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.dropped = Counter.builder("plugstream.api.commands.dropped")
                .description("Results of commands that had ended already: late, or told twice")
                .register(meters);
        this.unreported = Counter.builder("plugstream.api.commands.unreported")
                .description("Parts of reports that are known, belong to no command, or are too many")
                .register(meters);
    }

    void count(String action, String outcome) {
        Counter.builder("plugstream.api.commands")
                .description("Commands that ended")
                .tag("action", action)
                .tag("outcome", outcome)
                .register(meters)
                .increment();
    }

    void count(EndedCommand ended) {
        count(ended.action(), ended.status());
    }

    void unreported() {
        unreported.increment();
    }

    void dropped(int results) {
        dropped.increment(results);
    }
}
