package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.id.Identifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Values under unguessable names, kept for a limited time. At most {@value #MOST} are kept; the oldest are dropped
 * first.
 */
final class ExpiringMap<V> {
    static final int MOST = 10_000;

    private final Duration life;
    private final Clock clock;
    private final Map<String, Entry<V>> entries = new LinkedHashMap<>();

    ExpiringMap(Duration life, Clock clock) {
        this.life = life;
        this.clock = clock;
    }

    synchronized void put(Identifier name, V value) {
        forgetOld();
        entries.put(name.getValue(), new Entry<>(value, clock.instant().plus(life)));
    }

    /** Returns and removes the value. */
    synchronized Optional<V> take(String name) {
        forgetOld();
        return Optional.ofNullable(entries.remove(name)).map(Entry::value);
    }

    /** All entries live equally long, so the oldest expire first. */
    private void forgetOld() {
        var oldest = entries.values().iterator();
        while (oldest.hasNext()) {
            var entry = oldest.next();
            if (entries.size() < MOST && !isOver(entry)) {
                return;
            }
            oldest.remove();
        }
    }

    private boolean isOver(Entry<V> entry) {
        return !entry.end().isAfter(clock.instant());
    }

    private record Entry<V>(V value, Instant end) {}
}
