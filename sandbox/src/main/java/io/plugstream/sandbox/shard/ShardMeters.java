package io.plugstream.sandbox.shard;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** What shards look like from outside. */
@Component
final class ShardMeters {

    private final Timer commits;
    private final Timer openings;
    private final Counter failures;

    ShardMeters(MeterRegistry meters) {
        this.commits = Timer.builder("plugstream.sandbox.commit")
                .description("Until states of chargers are in the log")
                .register(meters);
        this.openings = Timer.builder("plugstream.sandbox.shard.opening")
                .description("From the attempt to take a shard over until its chargers connect")
                .register(meters);
        this.failures = Counter.builder("plugstream.sandbox.failures")
                .description("Times that all shards of an instance had to be opened anew")
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
