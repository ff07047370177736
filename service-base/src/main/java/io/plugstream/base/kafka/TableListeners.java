package io.plugstream.base.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of a table. A listener that fails does not affect the others. */
final class TableListeners<K, V> {

    private static final Logger log = LoggerFactory.getLogger(TableListeners.class);

    private final String table;
    private final List<BiConsumer<K, @Nullable V>> listeners = new CopyOnWriteArrayList<>();

    TableListeners(String table) {
        this.table = table;
    }

    void add(BiConsumer<K, @Nullable V> listener) {
        listeners.add(listener);
    }

    /** Notifies the listeners of a new value of {@code key}; null means it was deleted. */
    void notifyChange(K key, @Nullable V value) {
        for (BiConsumer<K, @Nullable V> listener : listeners) {
            try {
                listener.accept(key, value);
            } catch (RuntimeException e) {
                log.error("A listener of table {} failed", table, e);
            }
        }
    }

    /** Notifies the listeners of every entry that was changed, added or removed in {@code fresh}. */
    void notifyDifferences(Map<K, V> former, Map<K, V> fresh) {
        if (listeners.isEmpty()) {
            return;
        }
        fresh.forEach((key, value) -> {
            if (!value.equals(former.get(key))) {
                notifyChange(key, value);
            }
        });
        former.keySet().stream().filter(key -> !fresh.containsKey(key)).forEach(key -> notifyChange(key, null));
    }
}
