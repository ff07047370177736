package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.api.RunningService.Database;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import io.plugstream.parts.RealParts;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Places for streams at two replicas with the same database. */
class StreamLimitsIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final int OPEN = 3;
    private static final int CATCHING_UP = 1;

    private static Database database;
    private static ConnectionFactory connections;

    private final String organisation = "org-" + UUID.randomUUID();
    private final List<Replica> replicas = new ArrayList<>();
    private final Replica one = replica(LEASE);
    private final Replica two = replica(LEASE);

    @BeforeAll
    static void start() {
        database = Database.fresh(RealParts.postgres());
        connections = database.connections();
    }

    @AfterEach
    void end() {
        replicas.forEach(replica -> replica.places.stop());
    }

    @Test
    void placesOfAnOrganisationAreLimitedAcrossReplicas() {
        StreamLimits.Place first = one.open();
        one.open();
        two.open();

        refuses(one.limits.open(organisation));
        refuses(two.limits.open(organisation));
        assertThat(one.meters.counter("plugstream.api.live.refused").count()).isOne();
        assertThat(taken()).isEqualTo("3");
        assertThat(two.limits.open("org-" + UUID.randomUUID()).block(TIMEOUT)).isNotNull();

        first.leave();
        first.leave();
        await().until(() -> taken().equals("2"));
        two.open();
        refuses(one.limits.open(organisation));
    }

    @Test
    void catchingUpHasSeparatePlaces() {
        StreamLimits.Place place =
                Objects.requireNonNull(one.limits.catchUp(organisation).block(TIMEOUT));
        refuses(two.limits.catchUp(organisation));
        two.open();

        place.leave();
        await().until(() -> taken().equals("1"));
        assertThat(two.limits.catchUp(organisation).block(TIMEOUT)).isNotNull();
    }

    @Test
    void onlyTheAllowedNumberOfConcurrentStreamsGetAPlace() {
        List<Boolean> given = Flux.fromStream(IntStream.range(0, 24).boxed())
                .flatMap(
                        number -> (number % 2 == 0 ? one : two)
                                .limits
                                .open(organisation)
                                .map(_ -> true)
                                .onErrorResume(ProblemException.class, _ -> Mono.just(false)),
                        24)
                .collectList()
                .block(TIMEOUT);

        assertThat(given).hasSize(24).filteredOn(got -> got).hasSize(OPEN);
        assertThat(taken()).isEqualTo("3");
    }

    @Test
    void streamsOfADeadReplicaGetTheirPlacesAtAnother() {
        StreamPlaces dead = places(Duration.ofSeconds(2));
        dead.beat().block(TIMEOUT);
        StreamLimits limits = new StreamLimits(properties(Duration.ofSeconds(2)), dead, new SimpleMeterRegistry());
        IntStream.range(0, OPEN)
                .forEach(_ ->
                        assertThat(limits.open(organisation).block(TIMEOUT)).isNotNull());

        // The dead replica sends no more heartbeats.
        one.open();
        two.open();
        one.open();
        refuses(two.limits.open(organisation));
    }

    @Test
    void placesOfAStoppingReplicaAreFreeAtOnce() {
        IntStream.range(0, OPEN).forEach(_ -> one.open());
        one.places.stop();

        long began = System.nanoTime();
        two.open();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void anAbandonedPlaceIsCleared() {
        one.open();
        database.run(
                "UPDATE stream_places SET stream = gen_random_uuid(), taken_at = now() - interval '1 hour'"
                        + " WHERE organisation_id = ?",
                organisation);
        one.open();

        one.places.clear().block(TIMEOUT);

        assertThat(taken()).isEqualTo("1");
    }

    /** The others could not send heartbeats either. */
    @Test
    void theFirstReplicaAfterAnOutageLeavesThePlacesOfOthers() {
        takeAllAtAReplicaWithoutHeartbeats();
        AtomicBoolean isDown = new AtomicBoolean(true);
        StreamPlaces first = new StreamPlaces(DatabaseClient.create(failing(isDown)), properties(LEASE));
        IntStream.range(0, 30)
                .forEach(_ -> first.beatAndClear().onErrorComplete().block(TIMEOUT));
        lastHeartbeatWas("2 minutes");

        isDown.set(false);
        first.beatAndClear().block(TIMEOUT);
        assertThat(taken()).isEqualTo("3");
    }

    @Test
    void placesOfAReplicaThatStaysAwayAreCleared() {
        takeAllAtAReplicaWithoutHeartbeats();
        lastHeartbeatWas("2 minutes");
        StreamPlaces healthy = places(LEASE);

        await().atMost(TIMEOUT).until(() -> {
            healthy.beatAndClear().block(TIMEOUT);
            return taken().equals("0");
        });
    }

    @Test
    void aCancelledRequestKeepsNoPlace() {
        one.limits.open(organisation).subscribe().dispose();

        await().atMost(TIMEOUT).until(() -> {
            one.places.clear().block(TIMEOUT);
            return taken().equals("0");
        });
        IntStream.range(0, OPEN).forEach(_ -> one.open());
    }

    private void takeAllAtAReplicaWithoutHeartbeats() {
        StreamPlaces places = places(LEASE);
        places.beat().block(TIMEOUT);
        StreamLimits limits = new StreamLimits(properties(LEASE), places, new SimpleMeterRegistry());
        IntStream.range(0, OPEN)
                .forEach(_ ->
                        assertThat(limits.open(organisation).block(TIMEOUT)).isNotNull());
    }

    /** Of the replicas that hold places. */
    private void lastHeartbeatWas(String ago) {
        database.run(
                "UPDATE stream_replicas SET alive_until = now() - ?::interval"
                        + " WHERE id IN (SELECT replica FROM stream_places WHERE organisation_id = ?)",
                ago,
                organisation);
    }

    private static ConnectionFactory failing(AtomicBoolean isDown) {
        return new ConnectionFactory() {
            @Override
            public Publisher<? extends Connection> create() {
                return isDown.get() ? Mono.error(new IllegalStateException("down")) : connections.create();
            }

            @Override
            public ConnectionFactoryMetadata getMetadata() {
                return connections.getMetadata();
            }
        };
    }

    private String taken() {
        return database.ask("SELECT count(*) FROM stream_places WHERE organisation_id = ?", organisation);
    }

    private static void refuses(Mono<StreamLimits.Place> opening) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> opening.block(TIMEOUT))
                .satisfies(refusal -> assertThat(refusal.problem().kind()).isEqualTo(ProblemType.TOO_MANY_STREAMS));
    }

    private Replica replica(Duration lease) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        StreamPlaces places = places(lease);
        places.start();
        Replica replica = new Replica(places, new StreamLimits(properties(lease), places, meters), meters);
        replicas.add(replica);
        return replica;
    }

    private static StreamPlaces places(Duration lease) {
        return new StreamPlaces(DatabaseClient.create(connections), properties(lease));
    }

    private static LiveProperties properties(Duration lease) {
        return new LiveProperties(Duration.ofSeconds(15), 256, 8, 200, 2_000, OPEN, CATCHING_UP, lease);
    }

    private final class Replica {

        private final StreamPlaces places;
        private final StreamLimits limits;
        private final SimpleMeterRegistry meters;

        Replica(StreamPlaces places, StreamLimits limits, SimpleMeterRegistry meters) {
            this.places = places;
            this.limits = limits;
            this.meters = meters;
        }

        StreamLimits.Place open() {
            return Objects.requireNonNull(limits.open(organisation).block(TIMEOUT));
        }
    }
}
