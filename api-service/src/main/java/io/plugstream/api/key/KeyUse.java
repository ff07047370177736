package io.plugstream.api.key;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Sweep;
import io.plugstream.api.http.EarlyLifecycle;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Records when keys were used, and writes it to the database in batches. The use of a key that was not written lately
 * is written at once, so that a user who tries a new key sees it used. Remaining uses are written at shutdown.
 */
@Component
class KeyUse implements EarlyLifecycle {

    private static final Logger log = LoggerFactory.getLogger(KeyUse.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** A key's use is written at most once in this time. */
    private static final Duration LATELY = Duration.ofSeconds(15);

    private final DatabaseClient database;
    private final Clock clock;
    private final Map<UUID, Instant> unwritten = new ConcurrentHashMap<>();
    private final Cache<UUID, Boolean> written =
            Caffeine.newBuilder().expireAfterWrite(LATELY).build();
    private final Sweep writing = new Sweep(
            "key-use",
            PERIOD,
            () -> write(this::wasNotWrittenLately),
            "Writing the use of keys failed, retrying later");

    KeyUse(DatabaseClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    void used(UUID keyId) {
        unwritten.put(keyId, clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** Writes all recorded uses. A key's last use never moves back, whichever replica writes last. */
    Mono<Void> write() {
        return write(_ -> true);
    }

    private Mono<Void> write(Predicate<UUID> which) {
        return Mono.defer(() -> {
            Map<UUID, Instant> batch = take(which);
            return batch.isEmpty()
                    ? Mono.empty()
                    : write(batch)
                            .doOnError(_ -> putBack(batch))
                            // At shutdown, a write may still wait for a connection.
                            .doOnCancel(() -> putBack(batch));
        });
    }

    /** Locks the keys in the order of their ids, so that replicas do not wait for each other. */
    private Mono<Void> write(Map<UUID, Instant> batch) {
        var entries = batch.entrySet().stream().toList();
        return database.sql("""
                        UPDATE api_keys SET last_used = GREATEST(last_used, used.at)
                        FROM (
                            SELECT id, at FROM unnest(:ids::uuid[], :times::timestamptz[]) AS used (id, at)
                                JOIN api_keys USING (id)
                            ORDER BY id FOR NO KEY UPDATE OF api_keys) AS used
                        WHERE api_keys.id = used.id""")
                .bind("ids", entries.stream().map(Map.Entry::getKey).toArray(UUID[]::new))
                .bind("times", entries.stream().map(Map.Entry::getValue).toArray(Instant[]::new))
                .then()
                .timeout(DatabaseTimeouts.SWEEP);
    }

    private boolean wasNotWrittenLately(UUID keyId) {
        return written.getIfPresent(keyId) == null;
    }

    private Map<UUID, Instant> take(Predicate<UUID> which) {
        Map<UUID, Instant> batch = new HashMap<>();
        unwritten.forEach((id, at) -> {
            if (which.test(id)) {
                batch.put(id, at);
            }
        });
        batch.forEach((id, at) -> {
            unwritten.remove(id, at);
            written.put(id, true);
        });
        return batch;
    }

    private void putBack(Map<UUID, Instant> batch) {
        written.invalidateAll(batch.keySet());
        batch.forEach((id, at) -> unwritten.merge(id, at, (a, b) -> a.isAfter(b) ? a : b));
    }

    @Override
    public void start() {
        writing.start();
    }

    @Override
    public void stop() {
        writing.stop();
        try {
            write().block(DatabaseTimeouts.SWEEP);
        } catch (RuntimeException e) {
            log.warn("The last use of keys was not written: {}", e.toString());
        }
    }

    @Override
    public boolean isRunning() {
        return writing.isRunning();
    }
}
