package io.plugstream.base.kafka;

import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether every compacted topic has been read to its end once. */
public final class TablesHealthIndicator implements HealthIndicator {

    private final List<TopicTable<?, ?>> tables;

    public TablesHealthIndicator(List<TopicTable<?, ?>> tables) {
        this.tables = List.copyOf(tables);
    }

    @Override
    public Health health() {
        boolean complete = tables.stream().allMatch(TopicTable::isCaughtUp);
        Health.Builder health = complete ? Health.up() : Health.outOfService();
        tables.forEach(table -> health.withDetail(table.name(), table.isCaughtUp() ? table.size() : "reading"));
        return health.build();
    }
}
