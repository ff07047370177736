package io.plugstream.api.projection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.database.Batches;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.OldRows;
import io.plugstream.api.database.Sweep;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;

/**
 * Deletes expired rows in bounded batches, each in a transaction of its own. Every replica tries, one at a time
 * deletes. After a crash, the next replica continues with the next batch.
 */
@Component
class Retention {

    static final long LOCK = 0x706c_7567_7265_746eL;

    private static final String METER_VALUES = "meter_values";
    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    private final DatabaseClient database;
    private final RetentionProperties properties;
    private final Clock clock;
    private final MeterRegistry meters;
    private final OldMeterValues meterValues;

    Retention(DatabaseClient database, RetentionProperties properties, Clock clock, MeterRegistry meters) {
        this.database = database;
        this.properties = properties;
        this.clock = clock;
        this.meters = meters;
        this.meterValues = new OldMeterValues(database, properties.batch());
    }

    @Bean
    Sweep retentionSweep() {
        return new Sweep("retention", properties.every(), this::sweep, "Failed to delete expired rows");
    }

    /** Deletes all expired rows; returns their number. A failure in one table does not stop the others. */
    Mono<Long> sweep() {
        // Not by concatDelayError, which reports errors that nobody handles when it is cancelled after its end.
        return Flux.concat(
                        Mono.just(deleteMeterValues()),
                        Flux.fromArray(Expiry.values()).map(this::delete))
                .concatMap(Mono::materialize)
                .collectList()
                .flatMap(Retention::total);
    }

    /** Fails with the first failure. */
    private static Mono<Long> total(List<Signal<Long>> ends) {
        return Flux.fromIterable(ends)
                .concatMap(end -> end.isOnError()
                        ? Mono.error(Objects.requireNonNull(end.getThrowable()))
                        : Mono.justOrEmpty(end.get()))
                .reduce(0L, Long::sum);
    }

    /** A transaction's values go before it. */
    private Mono<Long> deleteMeterValues() {
        return Flux.defer(() -> meterValues.delete(clock.instant(), properties.transactions()))
                .doOnNext(deleted -> deleted(METER_VALUES).increment(deleted))
                .reduce(0L, Long::sum)
                .doOnNext(deleted -> log(METER_VALUES, deleted));
    }

    private Mono<Long> delete(Expiry expiry) {
        return Batches.delete(batch(expiry), properties.batch()).doOnNext(deleted -> log(expiry.table(), deleted));
    }

    private Mono<Long> batch(Expiry expiry) {
        return Mono.defer(() -> OldRows.bind(database.sql(expiry.sql()), clock.instant(), expiry.kept(properties))
                        .bind("batch", properties.batch())
                        .bind("lock", LOCK)
                        .fetch()
                        .rowsUpdated())
                .timeout(DatabaseTimeouts.SWEEP)
                .doOnNext(deleted -> deleted(expiry.table()).increment(deleted));
    }

    private static void log(String table, long deleted) {
        if (deleted > 0) {
            log.info("Deleted {} expired rows of {}", deleted, table);
        }
    }

    private Counter deleted(String table) {
        return Counter.builder("plugstream.api.retention.deleted")
                .description("Rows deleted because their time was over")
                .tag("table", table)
                .register(meters);
    }
}
