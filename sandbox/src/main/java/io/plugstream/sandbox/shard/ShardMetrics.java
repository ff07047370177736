package io.plugstream.sandbox.shard;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** The metrics of shards. */
@Component
final class ShardMetrics {

    private final Timer commits;
    private final Timer openings;
    private final Counter failures;

    ShardMetrics(MeterRegistry meters) {
        this.commits = Timer.builder("plugstream.sandbox.commit")
                .description("Time to commit states of chargers to the log")
                .register(meters);
        this.openings = Timer.builder("plugstream.sandbox.shard.opening")
                .description("From the start of a shard's takeover until its chargers connect")
                .register(meters);
        this.failures = Counter.builder("plugstream.sandbox.failures")
                .description("Times that all shards of an instance had to be reopened")
                .register(meters);
    }

    Timer commits() {
        return commits;
    }

    void opened(Duration took) {
        openings.record(took);
    }

    void failed() {
        failures.increment();
    }
}
