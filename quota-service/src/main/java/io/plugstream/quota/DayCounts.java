package io.plugstream.quota;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/** The counts of all organisations for the last {@link #RETENTION}: a window for each UTC day in a persistent store. */
final class DayCounts {

    static final String STORE = "day-counts";
    static final Duration RETENTION = Duration.ofDays(40);

    private final WindowStore<String, Long> store;

    DayCounts(WindowStore<String, Long> store) {
        this.store = store;
    }

    /** The store's builder. Caching is disabled, because a count must be in the changelog with its decision. */
    static StoreBuilder<WindowStore<String, Long>> store() {
        return Stores.windowStoreBuilder(
                        Stores.persistentWindowStore(STORE, RETENTION, Duration.ofDays(1), false),
                        Serdes.String(),
                        Serdes.Long())
                .withLoggingEnabled(Map.of())
                .withCachingDisabled();
    }

    DayCount of(String organisationId, LocalDate day) {
        @Nullable Long used = store.fetch(organisationId, windowStart(day));
        return new DayCount(day, used == null ? 0 : used);
    }

    void put(String organisationId, LocalDate day, long used) {
        store.put(organisationId, used, windowStart(day));
    }

    static long windowStart(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
}
