package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/** The calls refused of late, so that one of them that went on nevertheless is counted, and one that was admitted is not twice. */
final class RefusedCalls {

    static final String STORE = "refused-calls";

    /** A call is let through within seconds; but the times of other calls may be a day ahead and its own a day behind. */
    static final Duration RETENTION = CallReader.LARGEST_SKEW.multipliedBy(3);

    private static final long REFUSED = 1;

    private final WindowStore<UUID, Long> store;

    RefusedCalls(WindowStore<UUID, Long> store) {
        this.store = store;
    }

    /** How the store is made. */
    static StoreBuilder<WindowStore<UUID, Long>> store() {
        return Stores.windowStoreBuilder(
                        Stores.persistentWindowStore(STORE, RETENTION, Duration.ofDays(1), false),
                        Serdes.UUID(),
                        Serdes.Long())
                .withLoggingEnabled(Map.of())
                .withCachingDisabled();
    }

    void add(ApiCall call) {
        store.put(call.callId(), REFUSED, call.at().toEpochMilli());
    }

    boolean contains(UUID callId, ApiCall sameInstant) {
        return store.fetch(callId, sameInstant.at().toEpochMilli()) != null;
    }
}
