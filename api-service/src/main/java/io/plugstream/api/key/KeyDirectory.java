package io.plugstream.api.key;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.access.ApiKeyDirectory;
import io.plugstream.api.database.Notifications;
import io.plugstream.api.database.TrustedCache;
import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Recognises API keys, mostly from memory. Unknown ones are remembered too, so that repeating a guess costs no look-up;
 * that is safe because nobody can know a key before it is made, and none comes back after it was revoked. They have a
 * small memory of their own, from which guesses push out nothing but guesses.
 */
@Component
class KeyDirectory implements ApiKeyDirectory {

    /** Notified with the hash of each key that is revoked. */
    static final String CHANNEL = "plugstream_api_keys";

    private static final int MOST_CACHED = 100_000;
    private static final int MOST_UNKNOWN = 10_000;

    private final TrustedCache<KeyHash, KeyOwner> owners;
    private final Cache<KeyHash, Boolean> unknown = Caffeine.newBuilder()
            .maximumSize(MOST_UNKNOWN)
            .expireAfterWrite(Duration.ofMinutes(10))
            .executor(Runnable::run)
            .build();
    private final RememberedKeys remembered;
    private final KeyUse use;

    KeyDirectory(ApiKeys keys, RememberedKeys remembered, KeyUse use, Notifications notifications) {
        this.owners = new TrustedCache<>(notifications, CHANNEL, MOST_CACHED, KeyHash::new, keys::owner);
        this.remembered = remembered;
        this.use = use;
    }

    @Override
    public Mono<Owner> find(String presented) {
        return Mono.justOrEmpty(KeyText.parse(presented))
                .map(KeyText::hash)
                .filter(hash -> unknown.getIfPresent(hash) == null)
                .flatMap(hash -> owners.get(hash)
                        .doOnNext(_ -> remembered.remember(hash))
                        .switchIfEmpty(Mono.fromRunnable(() -> unknown.put(hash, true))))
                .doOnNext(owner -> use.used(owner.keyId()))
                .map(owner -> new Owner(owner.keyId().toString(), owner.organisationId(), owner.mode()));
    }

    @Override
    public boolean isRemembered(String presented) {
        return KeyText.parse(presented)
                .map(KeyText::hash)
                .filter(remembered::contains)
                .isPresent();
    }

    /** Forgets a key on this replica at once. */
    void revoked(KeyHash hash) {
        owners.drop(hash);
        remembered.forget(hash);
    }
}
