package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether every table has been read to its topic's end once. From then on it stays UP, because a table without its topic
 * still has its entries, and other instances would be no better off (ADR 121).
 */
public final class TablesHealthIndicator implements HealthIndicator {

    private final List<TopicTable<?, ?>> tables;

    public TablesHealthIndicator(List<TopicTable<?, ?>> tables) {
        this.tables = List.copyOf(tables);
    }

    @Override
    public Health health() {
        Health.Builder health = tables.stream().allMatch(TopicTable::isCaughtUp) ? Health.up() : Health.outOfService();
        tables.forEach(table -> health.withDetail(table.name(), detail(table)));
        return health.build();
    }

    private static Object detail(TopicTable<?, ?> table) {
        Duration standstill = table.standstill();
        if (!standstill.isZero()) {
            return "no progress for " + standstill.toSeconds() + " s: " + table.describe();
        }
        if (!table.isCaughtUp()) {
            return "reading: " + table.describe();
        }
        int kept = table.keptEntries();
        return kept == 0 ? table.size() : table.size() + " entries, " + kept + " of them from a topic that is gone";
    }
}
