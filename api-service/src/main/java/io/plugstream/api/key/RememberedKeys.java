package io.plugstream.api.key;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.database.Notifications;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * The active keys of all organisations. For an address with too many failures only these are looked up: a valid key
 * still passes, and a guessed one costs no query. If there are too many keys, the most recently used ones are
 * remembered.
 */
@Component
class RememberedKeys {

    /** Each notification has the hash of a new key. */
    static final String CHANNEL = "plugstream_new_api_keys";

    private static final int MOST = 100_000;

    private final StoredKeys keys;
    private final Cache<KeyHash, Boolean> remembered =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    RememberedKeys(StoredKeys keys, Notifications notifications) {
        this.keys = keys;
        notifications.listen(CHANNEL, hash -> remember(new KeyHash(hash)), Mono.defer(this::load));
    }

    boolean contains(KeyHash hash) {
        return remembered.getIfPresent(hash) != null;
    }

    void remember(KeyHash hash) {
        remembered.put(hash, true);
    }

    void forget(KeyHash hash) {
        remembered.invalidate(hash);
    }

    private Mono<Void> load() {
        return keys.active(MOST).doOnNext(this::remember).then();
    }
}
