package io.plugstream.base.kafka;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys whose entries come from the topic before it was recreated or lost records, and that it has not mentioned since
 * (ADR 43).
 */
final class KeptKeys<K, V> {

    private static final Logger log = LoggerFactory.getLogger(KeptKeys.class);

    private final String table;
    private final TableMetrics metrics;
    private final Set<K> keys = ConcurrentHashMap.newKeySet();

    KeptKeys(String table, TableMetrics metrics) {
        this.table = table;
        this.metrics = metrics;
    }

    int size() {
        return keys.size();
    }

    /** Whether the key was kept; from now on the topic mentions it. */
    boolean remove(K key) {
        return keys.remove(key);
    }

    /** Copies entries that were lost but never deleted from {@code former} to the new load. */
    void carryOver(Map<K, V> former, TableLoad<K, V> load, boolean lost) {
        Set<K> candidates = lost ? former.keySet() : Set.copyOf(keys);
        keys.clear();
        for (K key : candidates) {
            V value = former.get(key);
            if (value != null && !load.deletes(key) && load.entries().putIfAbsent(key, value) == null) {
                keys.add(key);
            }
        }
        if (lost) {
            metrics.lost();
            log.error(
                    "Topic {} was recreated or lost records: {} entries that it does not mention are kept until this"
                            + " process ends",
                    table,
                    keys.size());
        }
    }
}
