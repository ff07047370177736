package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Appends under way whose callers have timed out. One charger must not fill the producer's buffer with them. */
@Component
final class OverdueAppends {

    /** Per key. A charger has one message in work, which needs few records. */
    static final int MOST = 16;

    private final Map<Object, Set<Append>> byKey = new ConcurrentHashMap<>();

    OverdueAppends(MeterRegistry meters) {
        Gauge.builder("plugstream.gateway.appends.overdue", this, OverdueAppends::size)
                .description("Records under way to Kafka after the charger's wait timed out")
                .register(meters);
    }

    /** Returns whether the append was not overdue before. */
    boolean add(Append append) {
        Object key = append.key();
        if (key == null) {
            return true;
        }
        AtomicBoolean added = new AtomicBoolean();
        byKey.compute(key, (_, present) -> {
            Set<Append> appends = present == null ? ConcurrentHashMap.newKeySet() : present;
            added.set(appends.add(append));
            return appends;
        });
        if (added.get()) {
            var _ = append.whenComplete((_, _) -> remove(key, append));
        }
        return added.get();
    }

    private void remove(Object key, Append append) {
        byKey.computeIfPresent(key, (_, appends) -> {
            appends.remove(append);
            return appends.isEmpty() ? null : appends;
        });
    }

    boolean isFull(@Nullable Object key) {
        if (key == null || byKey.isEmpty()) {
            return false;
        }
        Set<Append> appends = byKey.get(key);
        return appends != null && appends.size() >= MOST;
    }

    int size() {
        return byKey.values().stream().mapToInt(Set::size).sum();
    }
}
