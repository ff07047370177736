package io.plugstream.base.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** The metrics of a table. */
final class TableMetrics {

    private static final double MILLIS = 1e3;

    private final Counter unreadable;
    private final Counter failures;
    private final Counter losses;

    TableMetrics(TopicTable<?, ?> table, MeterRegistry meters) {
        this.unreadable = Counter.builder("plugstream.table.unreadable")
                .description("Records of a table that could not be read")
                .tag("topic", table.name())
                .register(meters);
        this.failures = Counter.builder("plugstream.table.failures")
                .description("Failures after which a table's topic was read again from its beginning")
                .tag("topic", table.name())
                .register(meters);
        this.losses = Counter.builder("plugstream.table.losses")
                .description("Times that a table's topic was found recreated or without records that it had")
                .tag("topic", table.name())
                .register(meters);
        Gauge.builder("plugstream.table.entries", table, TopicTable::size)
                .description("Entries of a table")
                .tag("topic", table.name())
                .register(meters);
        Gauge.builder("plugstream.table.kept", table, TopicTable::keptEntries)
                .description("Entries of a table that come from a topic that is gone")
                .tag("topic", table.name())
                .register(meters);
        Gauge.builder(
                        "plugstream.table.standstill",
                        table,
                        it -> it.standstill().toMillis() / MILLIS)
                .description("How long a table that is behind its topic's end has made no progress")
                .baseUnit("seconds")
                .tag("topic", table.name())
                .register(meters);
    }

    void unreadable() {
        unreadable.increment();
    }

    void failed() {
        failures.increment();
    }

    void lost() {
        losses.increment();
    }
}
