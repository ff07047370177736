package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Appends under way for which nobody waits any more. A charger that goes on speaking must not fill the buffer with them. */
@Component
final class OverdueAppends {

    /** Of one key. A charger has one message in work, which takes few records. */
    static final int MOST = 16;

    private final Map<Object, Set<Append>> byKey = new ConcurrentHashMap<>();

    OverdueAppends(MeterRegistry meters) {
        Gauge.builder("plugstream.gateway.appends.overdue", this, OverdueAppends::size)
                .description("Records on their way to Kafka whose chargers were told to try again")
                .register(meters);
    }

    void add(Append append) {
        Object key = append.key();
        if (key == null) {
            return;
        }
        byKey.compute(key, (_, present) -> {
            Set<Append> appends = present == null ? ConcurrentHashMap.newKeySet() : present;
            appends.add(append);
            return appends;
        });
        var _ = append.whenComplete((_, _) -> remove(key, append));
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
