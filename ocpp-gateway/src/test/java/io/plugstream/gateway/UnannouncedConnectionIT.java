package io.plugstream.gateway;

import static io.plugstream.gateway.GatewayPair.IDS;
import static io.plugstream.gateway.GatewayPair.connect;
import static io.plugstream.gateway.GatewayPair.connected;
import static io.plugstream.gateway.GatewayPair.disconnected;
import static io.plugstream.gateway.GatewayPair.now;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.publish.ConnectionEnd;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two gateways on a real broker, and connections that end before they are announced. */
class UnannouncedConnectionIT {

    private static final String STATUS = "{'connectorId':1,'errorCode':'NoError','status':'Available'}";

    private static GatewayPair pair;

    @BeforeAll
    static void start() {
        pair = new GatewayPair();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    /** Brokers were stopped: another gateway noted a connection, but could not announce it while it was the newest. */
    @Test
    void endsOfUnannouncedConnectionsAreNotPublished() throws Exception {
        ChargerId id = pair.registered();
        try (Other other = new Other()) {
            HeldConnection unannounced = other.opening();
            pair.topics.write(Topics.CONNECTIONS, id, unannounced);
            try (TestCharger charger = connect(pair.one, id)) {
                awaitRecords(id, 2);
                pair.topics.write(Topics.CONNECTIONS, id, unannounced.closedUnannounced(now()));

                awaitAnnounced(charger);
                assertThat(pair.data(id)).containsExactly(connected(id));
            }
        }
    }

    /**
     * Another gateway has to report the end of the former connection, but cannot do so for a while. Meanwhile the
     * charger connects, disconnects and connects again.
     */
    @Test
    void aConnectionAfterAnUnannouncedOneWaitsForTheEndOfTheOneBefore() throws Exception {
        try (Other other = new Other()) {
            for (RunningGateway gateway : List.of(pair.one, pair.two)) {
                ChargerId id = pair.registered();
                HeldConnection closing = other.opening().settled(now()).closing(other.run, "no answer to pings", now());
                pair.topics.write(Topics.CONNECTIONS, id, closing);

                try (TestCharger last = leaveAndComeAgain(id, gateway)) {
                    pair.topics.write(Topics.CHARGER_EVENTS, id, ConnectionEnd.of(id, closing));
                    pair.topics.write(Topics.CONNECTIONS, id, closing.settled(now()));

                    awaitAnnounced(last);
                    assertThat(pair.topics.chargerEvents(id).getFirst()).isEqualTo(ConnectionEnd.of(id, closing));
                    assertThat(pair.data(id)).hasSize(2).last().isEqualTo(connected(id));
                }
            }
        }
    }

    /** The same while the beginning of the former connection is still being published. */
    @Test
    void aConnectionAfterAnUnannouncedOneWaitsForTheBeginningOfTheOneBefore() throws Exception {
        try (Other other = new Other()) {
            for (RunningGateway gateway : List.of(pair.one, pair.two)) {
                ChargerId id = pair.registered();
                HeldConnection opening = other.opening();
                pair.topics.write(Topics.CONNECTIONS, id, opening);

                try (TestCharger last = leaveAndComeAgain(id, gateway)) {
                    pair.topics.write(Topics.CONNECTIONS, id, opening.settled(now()));

                    awaitAnnounced(last);
                    assertThat(pair.data(id)).containsExactly(disconnected(id, "replaced"), connected(id));
                    assertThat(pair.topics.chargerEvents(id).getFirst().connectionId())
                            .isEqualTo(opening.connectionId());
                }
            }
        }
    }

    /** A gateway was killed after it had noted a connection, and before it published the beginning. */
    @Test
    void aLostGatewaysConnectionThatWasNotAnnouncedHasNoEnd() throws Exception {
        ChargerId gone = pair.registered();
        ChargerId back = pair.registered();
        for (ChargerId id : List.of(gone, back)) {
            pair.topics.write(Topics.CONNECTIONS, id, openingOfALostGateway());
        }
        try (TestCharger charger = connect(pair.one, back)) {
            awaitAnnounced(charger);
            pair.awaitClosed(gone);
            pair.awaitSweeps();

            assertThat(pair.data(gone)).isEmpty();
            assertThat(pair.data(back)).containsExactly(connected(back));
        }
    }

    /** The same, but it was killed between publishing the beginning and noting that. */
    @Test
    void aLostGatewaysConnectionThatWasAnnouncedHasAnEnd() throws Exception {
        ChargerId gone = pair.registered();
        ChargerId back = pair.registered();
        for (ChargerId id : List.of(gone, back)) {
            HeldConnection opening = openingOfALostGateway();
            pair.topics.write(Topics.CONNECTIONS, id, opening);
            pair.topics.write(Topics.CHARGER_EVENTS, id, beginning(id, opening));
        }
        try (TestCharger charger = connect(pair.one, back)) {
            awaitAnnounced(charger);
            pair.awaitClosed(gone);
            pair.awaitSweeps();

            assertThat(pair.data(gone)).containsExactly(connected(gone), disconnected(gone, "gateway lost"));
            assertThat(pair.data(back))
                    .containsExactly(connected(back), disconnected(back, "replaced"), connected(back));
        }
    }

    private static HeldConnection openingOfALostGateway() {
        return HeldConnection.opening(IDS.generate(), IDS.generate(), Mode.TEST, "ocpp1.6", now());
    }

    private static EventRecord beginning(ChargerId id, HeldConnection opening) {
        return new EventRecord(
                IDS.generate(),
                id.organisationId(),
                opening.mode(),
                id.chargeBoxId(),
                opening.at(),
                opening.at(),
                opening.connectionId(),
                1,
                opening.protocol(),
                false,
                connected(id));
    }

    /** Opens and ends a connection that is not announced, then opens another one that cannot be announced yet. */
    private static TestCharger leaveAndComeAgain(ChargerId id, RunningGateway gateway) throws Exception {
        try (TestCharger _ = connect(pair.one, id)) {
            awaitRecords(id, 2);
        }
        TestCharger last = connect(gateway, id);
        awaitRecords(id, 3);
        pair.awaitSweeps();
        assertThat(pair.data(id)).isEmpty();
        return last;
    }

    /** A status is recorded after the announcement. On a busy machine, more than one attempt may be necessary. */
    private static void awaitAnnounced(TestCharger charger) {
        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        charger.exchange("StatusNotification", STATUS).get(0).intValue() == 3);
    }

    /** Another gateway, which sends beats and writes what a test requires. */
    private static final class Other implements AutoCloseable {

        private final UUID run = IDS.generate();
        private final ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor();

        Other() {
            var _ = beats.scheduleAtFixedRate(() -> pair.beat(run), 0, 100, TimeUnit.MILLISECONDS);
            pair.awaitSweeps();
        }

        HeldConnection opening() {
            return HeldConnection.opening(IDS.generate(), run, Mode.TEST, "ocpp1.6", now());
        }

        @Override
        public void close() {
            beats.close();
        }
    }

    private static void awaitRecords(ChargerId id, int records) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> pair.topics.read(Topics.CONNECTIONS, id).size() >= records);
    }
}
