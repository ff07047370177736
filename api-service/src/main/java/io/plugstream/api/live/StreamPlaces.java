package io.plugstream.api.live;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Sweep;
import io.plugstream.api.http.EarlyLifecycle;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.r2dbc.core.DatabaseClient.GenericExecuteSpec;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * The places for organisations' streams at all replicas together. Each place is a row that one stream can hold. A
 * replica sends heartbeats for all its places; the places of a crashed replica are free after a lease (ADR 65).
 */
@Component
class StreamPlaces implements EarlyLifecycle, MeterBinder {

    private static final Logger log = LoggerFactory.getLogger(StreamPlaces.class);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final int BEATS_IN_A_LEASE = 3;
    private static final int BEATS_BETWEEN_CLEARINGS = 30;
    private static final String FAILURE = "Failed to write the places of streams";

    enum Kind {
        OPEN("event streams open"),
        CATCHING_UP("event streams catching up"),
        FRAMES("streams of frames open");

        private final String description;

        Kind(String description) {
            this.description = description;
        }

        String databaseValue() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /** The words for an error message. */
        String description() {
            return description;
        }
    }

    /** A stream's request for one of {@code most} places of its organisation. */
    record PlaceRequest(UUID stream, String organisationId, Kind kind, int most) {}

    private final DatabaseClient database;
    private final Duration lease;
    private final UUID replica = UUID.randomUUID();
    private final Set<UUID> held = ConcurrentHashMap.newKeySet();
    private final Sweep beating;
    private int beatsInARow;

    StreamPlaces(DatabaseClient database, LiveProperties properties) {
        this.database = database;
        this.lease = properties.lease();
        this.beating = new Sweep("stream-places", lease.dividedBy(BEATS_IN_A_LEASE), this::beatAndClear, FAILURE);
    }

    /**
     * Takes a place; returns whether one was free. Answers no only after every replica that holds one of the places has
     * sent a heartbeat since the request. So a client of a crashed replica waits a moment and gets its place back.
     */
    Mono<Boolean> take(PlaceRequest request) {
        held.add(request.stream());
        return take(request, null).doOnSuccess(taken -> {
            if (!Boolean.TRUE.equals(taken)) {
                held.remove(request.stream());
            }
        });
    }

    /** Gives a place back. If the database does not answer, {@link #clear()} removes the row later. */
    void leave(UUID stream) {
        held.remove(stream);
        database.sql("DELETE FROM stream_places WHERE replica = :replica AND stream = :stream")
                .bind("replica", replica)
                .bind("stream", stream)
                .then()
                .timeout(DatabaseTimeouts.LOOKUP)
                .subscribe(_ -> {}, e -> log.debug("Stream's place is removed later: {}", e.toString()));
    }

    private Mono<Boolean> take(PlaceRequest request, @Nullable Instant asked) {
        return insert(request)
                .flatMap(taken -> taken
                        ? Mono.just(true)
                        : occupancy(request, asked)
                                .flatMap(occupancy -> occupancy.isFull()
                                        ? Mono.just(false)
                                        : Mono.delay(PAUSE).then(take(request, occupancy.asked()))));
    }

    private Mono<Boolean> insert(PlaceRequest request) {
        return of(request, database.sql("""
                        INSERT INTO stream_places AS known (organisation_id, kind, place, stream, replica, taken_at)
                        SELECT :organisation, :kind, free.place, :stream, :replica, now()
                        FROM generate_series(1, :most) AS free (place)
                        WHERE NOT EXISTS (
                            SELECT FROM stream_places taken JOIN stream_replicas holder ON holder.id = taken.replica
                            WHERE taken.organisation_id = :organisation AND taken.kind = :kind
                                AND taken.place = free.place AND holder.alive_until > now())
                        ORDER BY random() LIMIT 1
                        ON CONFLICT (organisation_id, kind, place) DO UPDATE
                        SET stream = excluded.stream, replica = excluded.replica, taken_at = excluded.taken_at
                        WHERE NOT EXISTS (
                            SELECT FROM stream_replicas holder
                            WHERE holder.id = known.replica AND holder.alive_until > now())"""))
                .bind("stream", request.stream())
                .fetch()
                .rowsUpdated()
                .timeout(DatabaseTimeouts.LOOKUP)
                .map(rows -> rows > 0);
    }

    /** Counts the places, because two streams may have tried to take the same one and another may be free. */
    private Mono<Occupancy> occupancy(PlaceRequest request, @Nullable Instant asked) {
        GenericExecuteSpec question = of(request, database.sql("""
                        SELECT coalesce(:asked, now()) AS asked,
                            count(*) >= :most AND coalesce(
                                bool_and(holder.id = :replica OR holder.beaten_at >= coalesce(:asked, now())), true) AS full
                        FROM stream_places taken JOIN stream_replicas holder ON holder.id = taken.replica
                        WHERE taken.organisation_id = :organisation AND taken.kind = :kind
                            AND holder.alive_until > now()"""));
        return (asked == null ? question.bindNull("asked", Instant.class) : question.bind("asked", asked))
                .map(row -> new Occupancy(
                        Columns.get(row, "asked", Instant.class), Columns.get(row, "full", Boolean.class)))
                .one()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    private GenericExecuteSpec of(PlaceRequest request, GenericExecuteSpec statement) {
        return statement
                .bind("organisation", request.organisationId())
                .bind("kind", request.kind().databaseValue())
                .bind("most", request.most())
                .bind("replica", replica);
    }

    Mono<Void> beat() {
        return database.sql("""
                        INSERT INTO stream_replicas (id, beaten_at, alive_until)
                        VALUES (:replica, now(), now() + make_interval(secs => :lease))
                        ON CONFLICT (id) DO UPDATE
                        SET beaten_at = excluded.beaten_at, alive_until = excluded.alive_until""")
                .bind("replica", replica)
                .bind("lease", lease.toMillis() / 1e3)
                .then()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /** Removes crashed replicas, and this replica's places whose streams have ended. */
    Mono<Void> clear() {
        return database.sql("""
                        WITH gone AS (
                            DELETE FROM stream_replicas WHERE alive_until < now() - interval '1 minute' RETURNING id)
                        DELETE FROM stream_places WHERE replica IN (SELECT id FROM gone)
                            OR (replica = :replica AND taken_at < now() - interval '10 seconds'
                                AND stream <> ALL (:held))""")
                .bind("replica", replica)
                .bind("held", held.toArray(UUID[]::new))
                .then()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    private Mono<Void> leaveAll() {
        return database.sql("""
                        WITH gone AS (DELETE FROM stream_replicas WHERE id = :replica)
                        DELETE FROM stream_places WHERE replica = :replica""").bind("replica", replica).then().timeout(DatabaseTimeouts.LOOKUP);
    }

    @Override
    public void start() {
        quietly(beat()).block(DatabaseTimeouts.LOOKUP.multipliedBy(2));
        beating.start();
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        beating.bindTo(meters);
    }

    /** Clears only after many successful beats in a row, because after an outage every other replica looks crashed. */
    Mono<Void> beatAndClear() {
        return beat().doOnError(_ -> beatsInARow = 0)
                .then(Mono.defer(() -> ++beatsInARow % BEATS_BETWEEN_CLEARINGS == 0 ? clear() : Mono.empty()));
    }

    private static Mono<Void> quietly(Mono<Void> statement) {
        return statement
                .doOnError(e -> log.warn("{}: {}", FAILURE, e.toString()))
                .onErrorComplete();
    }

    @Override
    public void stop() {
        if (beating.isRunning()) {
            beating.stop();
            quietly(leaveAll()).block(DatabaseTimeouts.LOOKUP.multipliedBy(2));
        }
    }

    @Override
    public boolean isRunning() {
        return beating.isRunning();
    }

    /**
     * Whether an organisation's places are all taken.
     *
     * @param asked when the stream first asked, by the database's clock
     */
    private record Occupancy(Instant asked, boolean isFull) {}
}
