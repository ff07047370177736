package io.plugstream.api.command;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Counts commands by action and outcome; both tags have a fixed set of values. */
@Component
class CommandMetrics {

    /** The charger had no open connection. */
    static final String NOT_CONNECTED = "not_connected";

    /** Kafka refused the record. */
    static final String UNAVAILABLE = "unavailable";

    private final MeterRegistry meters;
    private final Counter droppedResults;
    private final Counter droppedParts;

    CommandMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.droppedResults = Counter.builder("plugstream.api.commands.dropped")
                .description("Late or duplicate results of commands that had already ended")
                .register(meters);
        this.droppedParts = Counter.builder("plugstream.api.commands.unreported")
                .description("Dropped parts of reports: duplicates, without a command, or over the limit")
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

    void droppedPart() {
        droppedParts.increment();
    }

    void droppedResults(int results) {
        droppedResults.increment(results);
    }
}
