package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The keys that were deleted from a table, whose state in other topics is obsolete. A missing entry alone proves
 * nothing, because Kafka may have lost the table's topic before this process read it. So either this process has seen
 * the deletion, or the entry is still missing when this process has had the table for a day (ADR 126).
 */
public final class DeletedKeys<K> {

    /** How long the registrations of a lost topic may take to come back. */
    static final Duration LONGEST_LOSS = Duration.ofDays(1);

    private final TopicTable<K, ?> table;
    private final LongSupplier nanoTime;
    private final Set<K> seen = ConcurrentHashMap.newKeySet();
    private volatile boolean complete;
    private volatile long completeAt;

    /** Must be created before the table starts. */
    public DeletedKeys(TopicTable<K, ?> table) {
        this(table, System::nanoTime);
    }

    DeletedKeys(TopicTable<K, ?> table, LongSupplier nanoTime) {
        this.table = table;
        this.nanoTime = nanoTime;
        table.addListener((key, value) -> {
            if (value != null) {
                seen.remove(key);
            } else if (!isOld()) {
                seen.add(key);
            }
        });
    }

    /** Whether the key has no entry and was deleted, as far as this process knows. */
    public boolean contains(K key) {
        return table.get(key) == null && (seen.contains(key) || isOld());
    }

    /** Whether the key has no entry, but may have had one that Kafka lost. */
    public boolean mayBeLost(K key) {
        return table.isCaughtUp() && table.get(key) == null && !contains(key);
    }

    /** Whether this process has had the table for so long that every missing entry was deleted. */
    public boolean isOld() {
        if (!table.isCaughtUp()) {
            return false;
        }
        if (!complete) {
            completeAt = nanoTime.getAsLong();
            complete = true;
        }
        return nanoTime.getAsLong() - completeAt >= LONGEST_LOSS.toNanos();
    }
}
