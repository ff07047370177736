package io.plugstream.api.projection;

import io.plugstream.api.database.Batches;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.Sweep;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.r2dbc.core.DatabaseClient.GenericExecuteSpec;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * The daily partitions of the table of deliveries: creates them in advance and drops them after their retention. The
 * counts of dropped days are deleted, too. Every replica does so; the database serializes them. A day is over only if it
 * is so by the clocks of both the replica and the database: one of them may be ahead.
 */
@Component
public final class DeliveryPartitions {

    /** How long a delivery is kept after its claim. */
    public static final Duration RETENTION = Duration.ofDays(7);

    private static final Duration PERIOD = Duration.ofMinutes(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int COUNTS_AT_ONCE = 200;
    private static final int DAYS_AHEAD = 3;
    /** As in the database: two more than the retention, for claims in flight and clock differences. */
    private static final int DAYS_KEPT = Math.toIntExact(RETENTION.toDays()) + 2;

    private final DatabaseClient database;
    private final Clock clock;
    private volatile Set<LocalDate> made = Set.of();

    DeliveryPartitions(DatabaseClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Creates partitions for these times, except for those older than the retention. Call it within the transaction,
     * before the transaction touches the table.
     */
    Mono<Void> cover(Collection<Instant> moments) {
        return Mono.defer(() -> {
            Set<LocalDate> days = moments.stream().map(DeliveryPartitions::day).collect(Collectors.toSet());
            days.removeAll(made);
            return days.isEmpty() ? Mono.empty() : make(days);
        });
    }

    /** Runs first at the start, before the first delivery is read. */
    @Bean
    Sweep deliveryPartitionSweep() {
        return new Sweep(
                "delivery-partitions",
                Duration.ZERO,
                PERIOD,
                () -> keepUp().timeout(TIMEOUT),
                "Failed to maintain partitions of deliveries");
    }

    @Bean
    Sweep deliveryCountSweep() {
        return new Sweep(
                "delivery-counts", PERIOD, this::forgetCounts, "Failed to delete expired counts of deliveries");
    }

    /** Creates partitions for the days to come and drops expired ones. */
    Mono<Void> keepUp() {
        return today().flatMap(today -> {
            Set<LocalDate> days = Stream.iterate(today.minusDays(RETENTION.toDays()), day -> day.plusDays(1))
                    .limit(RETENTION.toDays() + 1 + DAYS_AHEAD)
                    .collect(Collectors.toUnmodifiableSet());
            return make(days).doOnSuccess(_ -> made = days).then(dropBefore(firstKept()));
        });
    }

    /** By the database's clock. */
    private Mono<LocalDate> today() {
        return database.sql("SELECT (now() AT TIME ZONE 'UTC')::date AS today")
                .map(row -> Columns.get(row, "today", LocalDate.class))
                .one();
    }

    /** Deletes the counts of days whose partitions are dropped; returns the number of deleted rows. */
    Mono<Long> forgetCounts() {
        GenericExecuteSpec some = database.sql("""
                        DELETE FROM webhook_delivery_counts WHERE ctid IN (
                            SELECT ctid FROM webhook_delivery_counts
                            WHERE day < least(CAST(:first AS date), (now() AT TIME ZONE 'UTC')::date - :kept)
                            ORDER BY day LIMIT :most FOR UPDATE SKIP LOCKED)""").bind("first", firstKept()).bind("kept", DAYS_KEPT);
        return Batches.delete(some, COUNTS_AT_ONCE);
    }

    private Mono<Void> make(Set<LocalDate> days) {
        return database.sql("""
                        SELECT make_webhook_deliveries_partition(day::date) FROM unnest(:days) AS day
                        WHERE day::date >= (now() AT TIME ZONE 'UTC')::date - :retention ORDER BY day""")
                .bind("days", days.stream().map(LocalDate::toString).toArray(String[]::new))
                .bind("retention", Math.toIntExact(RETENTION.toDays()))
                .then();
    }

    private Mono<Void> dropBefore(LocalDate first) {
        return database.sql("SELECT drop_webhook_deliveries_partitions(:first)")
                .bind("first", first)
                .then();
    }

    private LocalDate firstKept() {
        return day(clock.instant()).minusDays(DAYS_KEPT);
    }

    private static LocalDate day(Instant moment) {
        return LocalDate.ofInstant(moment, ZoneOffset.UTC);
    }
}
