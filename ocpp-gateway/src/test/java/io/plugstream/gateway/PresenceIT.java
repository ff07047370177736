package io.plugstream.gateway;

import static io.plugstream.gateway.GatewayPair.IDS;
import static io.plugstream.gateway.GatewayPair.closed;
import static io.plugstream.gateway.GatewayPair.connect;
import static io.plugstream.gateway.GatewayPair.connected;
import static io.plugstream.gateway.GatewayPair.disconnected;
import static io.plugstream.gateway.GatewayPair.now;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.publish.ConnectionEnd;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two gateways on a real broker: which one holds a charger, and which one reports the ends. */
class PresenceIT {

    private static GatewayPair pair;

    @BeforeAll
    static void start() {
        pair = new GatewayPair();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @Test
    void aSocketAtAnotherGatewayReplacesTheOldOne() throws Exception {
        ChargerId id = pair.registered();
        TestCharger old = connect(pair.one, id);
        old.call("Heartbeat", "{}");
        try (TestCharger young = connect(pair.two, id)) {
            assertThat(old.awaitClose()).isEqualTo(1008);
            assertThat(young.call("Heartbeat", "{}")).hasSize(1);
        }
        pair.awaitEvents(id, 4);
        assertThat(pair.data(id))
                .containsExactly(connected(id), disconnected(id, "replaced"), connected(id), closed(id));
        List<UUID> connections = pair.topics.chargerEvents(id).stream()
                .map(EventRecord::connectionId)
                .toList();
        assertThat(connections.get(1)).isEqualTo(connections.get(0));
        assertThat(connections.get(3)).isEqualTo(connections.get(2));
        pair.assertTimesAscend(id);
    }

    /** Whichever gateway its sockets open at: a charger's events alternate, and the last socket stays open. */
    @Test
    void aChargerThatMovesBetweenGatewaysIsNeverReportedAsDisconnected() throws Exception {
        ChargerId id = pair.registered();
        List<TestCharger> sockets = new ArrayList<>();
        for (int hop = 0; hop < 21; hop++) {
            sockets.add(connect(hop % 2 == 0 ? pair.one : pair.two, id));
            if (hop % 3 == 0) {
                Thread.ofVirtual().start(sockets.getLast()::close);
            }
        }
        // Two gateways may give ids to two sockets in the other order, and the socket with the newest id stays.
        pair.awaitQuiet(id);
        TestCharger last = connect(pair.two, id);
        assertThat(last.call("Heartbeat", "{}")).hasSize(1);
        for (TestCharger socket : sockets) {
            socket.awaitClose();
        }
        pair.awaitQuiet(id);

        assertThat(last.isClosed()).isFalse();
        pair.assertAlternates(id);
        assertThat(pair.data(id).getLast()).isEqualTo(connected(id));
        last.close();
    }

    @Test
    void chargersOfALostGatewayAreReportedOnce() throws Exception {
        ChargerId id = pair.registered();
        HeldConnection open = pair.open(id, IDS.generate());

        pair.awaitEvents(id, 1);
        pair.awaitClosed(id);
        EventRecord event = pair.topics.chargerEvents(id).getFirst();
        assertThat(pair.data(id)).containsExactly(disconnected(id, "gateway lost"));
        assertThat(event.connectionId()).isEqualTo(open.connectionId());
        assertThat(event.mode()).isEqualTo(Mode.TEST);
        try (TestCharger charger = connect(pair.one, id)) {
            charger.call("Heartbeat", "{}");
            assertThat(pair.data(id)).containsExactly(disconnected(id, "gateway lost"), connected(id));
        }
    }

    @Test
    void aChargerThatLeftALostGatewayInTimeIsReplaced() throws Exception {
        ChargerId id = pair.registered();
        pair.open(id, IDS.generate());
        try (TestCharger charger = connect(pair.two, id)) {
            charger.call("Heartbeat", "{}");
            pair.awaitSweeps();
            assertThat(pair.data(id)).containsExactly(disconnected(id, "replaced"), connected(id));
            pair.assertTimesAscend(id);
        }
    }

    @Test
    void aReportThatADeadGatewayBeganIsPublishedOnce() throws Exception {
        ChargerId unpublished = pair.registered();
        ChargerId published = pair.registered();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        for (ChargerId id : List.of(unpublished, published)) {
            HeldConnection closing = HeldConnection.opening(IDS.generate(), IDS.generate(), Mode.LIVE, "ocpp1.6", now)
                    .settled(now)
                    .closing(IDS.generate(), "no answer to pings", now);
            if (id.equals(published)) {
                pair.topics.write(Topics.CHARGER_EVENTS, id, ConnectionEnd.of(id, closing));
            }
            pair.topics.write(Topics.CONNECTIONS, id, closing);
        }
        pair.awaitClosed(unpublished);
        pair.awaitClosed(published);

        assertThat(pair.data(unpublished)).containsExactly(disconnected(unpublished, "no answer to pings"));
        assertThat(pair.data(published)).hasSize(1);
    }

    /** A gateway that was suspended and taken for lost still has its sockets when it resumes. */
    @Test
    void socketsOfAGatewayThatWasReportedLostAreClosedWithoutASecondEvent() throws Exception {
        ChargerId id = pair.registered();
        TestCharger charger = connect(pair.one, id);
        charger.call("Heartbeat", "{}");
        HeldConnection open = pair.topics.read(Topics.CONNECTIONS, id).getLast();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

        HeldConnection closing = open.closing(IDS.generate(), "gateway lost", now);
        pair.topics.write(Topics.CONNECTIONS, id, closing);

        assertThat(charger.awaitClose()).isEqualTo(1001);
        pair.awaitClosed(id);
        assertThat(pair.data(id)).containsExactly(connected(id), disconnected(id, "gateway lost"));
    }

    @Test
    void aDeletedChargerIsForgottenOnceItsEndIsReported() throws Exception {
        ChargerId held = pair.registered();
        ChargerId orphan = pair.registered();
        ChargerId kept = pair.registered();
        TestCharger charger = connect(pair.one, held);
        charger.call("Heartbeat", "{}");
        connect(pair.two, kept).close();
        pair.open(orphan, IDS.generate());

        for (ChargerId deleted : List.of(held, orphan)) {
            pair.topics.write(Topics.CHARGER_REGISTRATIONS, deleted, null);
        }

        assertThat(charger.awaitClose()).isEqualTo(1008);
        pair.awaitForgotten(held);
        pair.awaitForgotten(orphan);
        assertThat(pair.data(held)).containsExactly(connected(held), disconnected(held, "registration removed"));
        assertThat(pair.data(orphan)).containsExactly(disconnected(orphan, "gateway lost"));
        assertThat(pair.topics.read(Topics.CONNECTIONS, kept)).doesNotContainNull();

        pair.topics.register(held, "secret");
        try (TestCharger again = connect(pair.two, held)) {
            again.call("Heartbeat", "{}");
            assertThat(pair.data(held)).hasSize(3).last().isEqualTo(connected(held));
        }
    }

    /** The charger was registered and connected again just when another gateway found it deleted. */
    @Test
    void aLateTombstoneDoesNotRemoveAnOpenConnection() throws Exception {
        ChargerId id = pair.registered();
        try (TestCharger charger = connect(pair.one, id)) {
            charger.call("Heartbeat", "{}");
            await().atMost(Duration.ofSeconds(30))
                    .until(() ->
                            pair.topics.read(Topics.CONNECTIONS, id).getLast().step() == Step.OPEN);
            HeldConnection open = pair.topics.read(Topics.CONNECTIONS, id).getLast();

            pair.topics.write(Topics.CONNECTIONS, id, null);

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(pair.topics.read(Topics.CONNECTIONS, id)).endsWith(null, open));
            try (TestCharger next = connect(pair.two, id)) {
                next.call("Heartbeat", "{}");
                assertThat(charger.awaitClose()).isEqualTo(1008);
                assertThat(pair.data(id)).containsExactly(connected(id), disconnected(id, "replaced"), connected(id));
            }
        }
    }

    @Test
    void theConnectionWithTheNewerIdWinsWhateverTheOrderAndTheClocks() throws Exception {
        ChargerId id = pair.registered();
        UUID ahead = new UUID(IDS.generate().getMostSignificantBits() + (60_000L << 16), Long.MIN_VALUE + 1);
        pair.open(id, ahead);
        try (TestCharger charger = connect(pair.one, id)) {
            charger.call("Heartbeat", "{}");
            EventRecord connected = pair.topics.chargerEvents(id).getLast();
            assertThat(HeldConnection.compare(connected.connectionId(), ahead)).isPositive();

            pair.topics.write(Topics.CONNECTIONS, id, pair.open(id, IDS.generate()));
            pair.awaitSweeps();
            assertThat(charger.isClosed()).isFalse();
            assertThat(pair.topics.read(Topics.CONNECTIONS, id).getLast().connectionId())
                    .as("compaction must keep the newest")
                    .isEqualTo(connected.connectionId());

            UUID later = new UUID(connected.connectionId().getMostSignificantBits() + (60_000L << 16), 1);
            pair.topics.write(
                    Topics.CONNECTIONS, id, HeldConnection.opening(later, IDS.generate(), Mode.LIVE, "x", now()));
            assertThat(charger.awaitClose()).isEqualTo(1008);
        }
    }
}
