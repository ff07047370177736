package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;

/**
 * Recently refused calls. If api-service admits such a call nevertheless, it is counted with its second record. A call
 * whose decision was an admission was already counted with its first.
 */
final class RefusedCalls {

    static final String STORE = "refused-calls";

    static final Duration RETENTION = Duration.ofDays(3);

    /**
     * A call is admitted within seconds, but broker timestamps may go back when a broker with a slower clock takes
     * over.
     */
    static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private static final long REFUSED = 1;

    private final WindowStore<UUID, Long> store;

    RefusedCalls(WindowStore<UUID, Long> store) {
        this.store = store;
    }

    /** The store's builder. */
    static StoreBuilder<WindowStore<UUID, Long>> store() {
        return Stores.windowStoreBuilder(
                        Stores.persistentWindowStore(STORE, RETENTION, Duration.ofDays(1), false),
                        Serdes.UUID(),
                        Serdes.Long())
                .withLoggingEnabled(Map.of())
                .withCachingDisabled();
    }

    /** @param appended the broker timestamp of the call's record */
    void add(ApiCall call, long appended) {
        store.put(call.callId(), REFUSED, appended);
    }

    /** @param appended the broker timestamp of the admitted call's record */
    boolean contains(UUID callId, long appended) {
        long wait = LONGEST_WAIT.toMillis();
        try (WindowStoreIterator<Long> found = store.fetch(callId, appended - wait, appended + wait)) {
            return found.hasNext();
        }
    }
}
