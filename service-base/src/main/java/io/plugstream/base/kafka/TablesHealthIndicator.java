package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether every table has been read to its topic's end once and still makes progress. */
public final class TablesHealthIndicator implements HealthIndicator {

    private final List<TopicTable<?, ?>> tables;
    private final Duration timeout;

    /** @param timeout how long a table may make no progress before this is down */
    public TablesHealthIndicator(List<TopicTable<?, ?>> tables, Duration timeout) {
        this.tables = List.copyOf(tables);
        this.timeout = timeout;
    }

    @Override
    public Health health() {
        Health.Builder health;
        if (tables.stream().anyMatch(this::standsStill)) {
            health = Health.down();
        } else {
            health = tables.stream().allMatch(TopicTable::isCaughtUp) ? Health.up() : Health.outOfService();
        }
        tables.forEach(table -> health.withDetail(table.name(), detail(table)));
        return health.build();
    }

    private boolean standsStill(TopicTable<?, ?> table) {
        return table.standstill().compareTo(timeout) >= 0;
    }

    private Object detail(TopicTable<?, ?> table) {
        if (standsStill(table)) {
            return "no progress for " + table.standstill().toSeconds() + " s: " + table.describe();
        }
        if (!table.isCaughtUp()) {
            return "reading: " + table.describe();
        }
        int kept = table.keptEntries();
        return kept == 0 ? table.size() : table.size() + " entries, " + kept + " of them from a topic that is gone";
    }
}
