package io.plugstream.api.key;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.database.Notifications;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The active keys of all organisations. From an address that guesses too often only these are looked up: a valid key still
 * passes, and a made-up one costs no query. Should there be more than fit, those that were used last are remembered.
 */
@Component
class RememberedKeys {

    /** Notified with the hash of each new key. */
    static final String CHANNEL = "plugstream_new_api_keys";

    private static final Logger log = LoggerFactory.getLogger(RememberedKeys.class);
    private static final int MOST = 100_000;

    private final ApiKeys keys;
    private final Cache<KeyHash, Boolean> remembered =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    RememberedKeys(ApiKeys keys, Notifications notifications) {
        this.keys = keys;
        notifications.listen(CHANNEL, hash -> remember(new KeyHash(hash)), this::recall);
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

    /** What was missed while notifications were not heard. */
    private void recall() {
        keys.active(MOST).subscribe(this::remember, e -> log.warn("Keys are not remembered: {}", e.toString()));
    }
}
