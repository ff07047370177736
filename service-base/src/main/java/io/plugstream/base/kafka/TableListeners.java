package io.plugstream.base.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who hears of a table's changes. One that fails keeps nobody else from hearing. */
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

    /** Tells what became of {@code key}; null: it is gone. */
    void tell(K key, @Nullable V value) {
        for (BiConsumer<K, @Nullable V> listener : listeners) {
            try {
                listener.accept(key, value);
            } catch (RuntimeException e) {
                log.error("A listener of table {} failed", table, e);
            }
        }
    }

    /** Tells what is different, new or gone in {@code fresh}. */
    void tellDifferences(Map<K, V> former, Map<K, V> fresh) {
        if (listeners.isEmpty()) {
            return;
        }
        fresh.forEach((key, value) -> {
            if (!value.equals(former.get(key))) {
                tell(key, value);
            }
        });
        former.keySet().stream().filter(key -> !fresh.containsKey(key)).forEach(key -> tell(key, null));
    }
}
