package io.plugstream.api.key;

import io.plugstream.api.database.Notifications;
import io.plugstream.api.database.TrustedCache;
import io.plugstream.api.identity.ApiKeyDirectory;
import java.util.Optional;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Recognises API keys, mostly from memory. Unknown ones are remembered too, so that repeating a guess costs no look-up;
 * that is safe because nobody can know a key before it is made, and none comes back after it was revoked.
 */
@Component
class KeyDirectory implements ApiKeyDirectory {

    /** Notified with the hash of each key that is revoked. */
    static final String CHANNEL = "plugstream_api_keys";

    private static final int MOST_CACHED = 100_000;

    private final TrustedCache<KeyHash, Optional<KeyOwner>> owners;
    private final KeyUse use;

    KeyDirectory(ApiKeys keys, KeyUse use, Notifications notifications) {
        this.owners = new TrustedCache<>(notifications, CHANNEL, MOST_CACHED, KeyHash::new, keys::owner);
        this.use = use;
    }

    @Override
    public Mono<Owner> find(String presented) {
        return Mono.justOrEmpty(KeyText.parse(presented))
                .flatMap(key -> owners.get(key.hash()))
                .flatMap(Mono::justOrEmpty)
                .doOnNext(owner -> use.used(owner.keyId()))
                .map(owner -> new Owner(owner.keyId().toString(), owner.organisationId(), owner.mode()));
    }

    /** Forgets a key on this replica at once. */
    void revoked(KeyHash hash) {
        owners.drop(hash);
    }
}
