package io.plugstream.api.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A cache of rows; a notification drops a row when it changes. While notifications cannot be received, every read goes
 * to the database, so that no replica acts on a row that changed more than a second ago.
 */
public final class TrustedCache<K, V> {

    private static final Duration LIFE = Duration.ofMinutes(10);

    private final Notifications notifications;
    private final Function<K, Mono<V>> load;
    private final Cache<K, V> rows;
    private final Map<K, Reading<V>> readings = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();
    private final Sinks.Many<K> notified = Sinks.many().multicast().directBestEffort();

    /**
     * @param channel the channel of change notifications, whose payload is the key as text
     * @param key parses a payload
     * @param load reads a row
     */
    public TrustedCache(
            Notifications notifications,
            String channel,
            int maximumSize,
            Function<String, K> key,
            Function<K, Mono<V>> load) {
        this(notifications, channel, maximumSize, LIFE, key, load);
    }

    /** @param life after which a row is read again */
    public TrustedCache(
            Notifications notifications,
            String channel,
            int maximumSize,
            Duration life,
            Function<String, K> key,
            Function<K, Mono<V>> load) {
        this.notifications = notifications;
        this.load = load;
        this.rows = Caffeine.newBuilder()
                .maximumSize(maximumSize)
                .expireAfterWrite(life)
                .executor(Runnable::run)
                .build();
        notifications.listen(channel, payload -> changed(key.apply(payload)), this::dropAll);
    }

    /** The keys of changed rows. Best effort: it misses those whose notifications may have been missed. */
    public Flux<K> changes() {
        return notified.asFlux();
    }

    /** The row of {@code key}; empty if there is none. */
    public Mono<V> get(K key) {
        return Mono.defer(() -> {
            V cached = notifications.areCurrent() ? rows.getIfPresent(key) : null;
            return cached == null ? fresh(key) : Mono.just(cached);
        });
    }

    /** Drops {@code key} on this replica; the notification drops it on the others. */
    public void drop(K key) {
        changes.incrementAndGet();
        rows.invalidate(key);
    }

    private void changed(K key) {
        drop(key);
        notified.tryEmitNext(key);
    }

    private void dropAll() {
        changes.incrementAndGet();
        rows.invalidateAll();
    }

    private Mono<V> fresh(K key) {
        long before = changes.get();
        Mono<V> reading = load.apply(key).doOnNext(row -> keep(key, row, before));
        return notifications.areCurrent() ? shared(key, new Reading<>(before, reading.cache())) : reading;
    }

    /** Concurrent misses of a row share one read, unless a change was notified after that read began. */
    private Mono<V> shared(K key, Reading<V> own) {
        Reading<V> joined =
                readings.merge(key, own, (present, fresh) -> present.changes() == fresh.changes() ? present : fresh);
        return joined.equals(own) ? own.row().doFinally(_ -> readings.remove(key, own)) : joined.row();
    }

    private void keep(K key, V row, long before) {
        rows.put(key, row);
        // A change notified during the read may concern this row, so the value read may be outdated.
        if (changes.get() != before) {
            rows.invalidate(key);
        }
    }

    /** A read in progress, and the number of changes notified before it began. */
    private record Reading<V>(long changes, Mono<V> row) {}
}
