package io.plugstream.gateway.cleanup;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topic;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Removes chargers from one table. A key must be found in two sweeps, because it may be about to change when first
 * found. Every gateway may write the tombstone, because a second one changes nothing. Used by one thread.
 */
final class ExpiredKeys<V> {

    private final Topic<ChargerId, V> topic;
    private final TopicTable<ChargerId, V> table;
    private final BiPredicate<ChargerId, V> isExpired;

    /** Keys found in the last sweep. */
    private Set<ChargerId> found = Set.of();

    ExpiredKeys(Topic<ChargerId, V> topic, TopicTable<ChargerId, V> table, BiPredicate<ChargerId, V> isExpired) {
        this.topic = topic;
        this.table = table;
        this.isExpired = isExpired;
    }

    /** Returns the number of tombstones written. */
    int sweep(DurableLog log) {
        Set<ChargerId> present = new HashSet<>();
        int written = 0;
        for (var entry : table.entries().entrySet()) {
            ChargerId charger = entry.getKey();
            if (!isExpired.test(charger, entry.getValue())) {
                continue;
            }
            if (found.contains(charger)) {
                // If Kafka does not store the tombstone, later sweeps find the key again.
                var _ = log.send(topic, charger, null);
                written++;
            } else {
                present.add(charger);
            }
        }
        found = present;
        return written;
    }
}
