package io.plugstream.api.key;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.access.ApiKeyDirectory;
import io.plugstream.api.database.Notifications;
import io.plugstream.api.database.TrustedCache;
import java.time.Duration;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Looks up API keys, mostly from a cache. Unknown keys are cached too, so that a repeated guess costs no query. This is
 * safe because nobody can know a key before its creation, and a revoked key never becomes active again. Unknown keys
 * have a small cache of their own, so that guesses evict only other guesses.
 */
@Component
class KeyDirectory implements ApiKeyDirectory {

    /** Each notification has the hash of a revoked key. */
    static final String CHANNEL = "plugstream_api_keys";

    private static final int MOST_CACHED = 100_000;
    private static final int MOST_UNKNOWN = 10_000;

    private final TrustedCache<KeyHash, Owner> owners;
    private final Cache<KeyHash, Boolean> unknown;
    private final RememberedKeys remembered;
    private final KeyUse use;

    @Autowired
    KeyDirectory(StoredKeys keys, RememberedKeys remembered, KeyUse use, Notifications notifications) {
        this(keys, remembered, use, notifications, MOST_CACHED, MOST_UNKNOWN);
    }

    KeyDirectory(
            StoredKeys keys,
            RememberedKeys remembered,
            KeyUse use,
            Notifications notifications,
            int mostCached,
            int mostUnknown) {
        this.owners = new TrustedCache<>(notifications, CHANNEL, mostCached, KeyHash::new, keys::owner);
        this.unknown = Caffeine.newBuilder()
                .maximumSize(mostUnknown)
                .expireAfterWrite(Duration.ofMinutes(10))
                .executor(Runnable::run)
                .build();
        this.remembered = remembered;
        this.use = use;
        owners.changes().subscribe(remembered::forget);
    }

    @Override
    public Mono<Owner> find(String presented) {
        return Mono.justOrEmpty(KeyText.parse(presented))
                .map(KeyText::hash)
                .filter(hash -> unknown.getIfPresent(hash) == null)
                .flatMap(hash -> owners.get(hash)
                        .doOnNext(_ -> remembered.remember(hash))
                        .switchIfEmpty(Mono.fromRunnable(() -> unknown.put(hash, true))))
                .doOnNext(owner -> use.used(UUID.fromString(owner.keyId())));
    }

    @Override
    public boolean isRemembered(String presented) {
        return KeyText.parse(presented)
                .map(KeyText::hash)
                .filter(remembered::contains)
                .isPresent();
    }

    @Override
    public Mono<Void> revoked(String presented) {
        return KeyText.parse(presented)
                .map(key -> owners.changes().filter(key.hash()::equals).next().then())
                .orElseGet(Mono::never);
    }

    /** Drops a key on this replica at once. */
    void drop(KeyHash hash) {
        owners.drop(hash);
        remembered.forget(hash);
    }
}
