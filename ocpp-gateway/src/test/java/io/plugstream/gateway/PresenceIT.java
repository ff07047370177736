package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two gateways on a real broker: which of them has a charger, and who reports the ends. */
class PresenceIT {

    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();
    private static final String[] QUICK = {
        "plugstream.gateway.presence.beat-interval=200ms", "plugstream.shield.failures-per-minute=1000"
    };

    private static TestTopics topics;
    private static RunningGateway one;
    private static RunningGateway two;

    @BeforeAll
    static void start() {
        String kafka = RealParts.kafka().bootstrapServers();
        topics = new TestTopics(kafka);
        one = RunningGateway.start(kafka, QUICK);
        two = RunningGateway.start(kafka, QUICK);
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
        topics.close();
    }

    @Test
    void aSocketAtAnotherGatewayReplacesTheOldOne() throws Exception {
        ChargerId id = registered();
        TestCharger old = connect(one, id);
        old.call("Heartbeat", "{}");
        try (TestCharger young = connect(two, id)) {
            assertThat(old.awaitClose()).isEqualTo(1008);
            assertThat(young.call("Heartbeat", "{}")).hasSize(1);
        }
        awaitEvents(id, 4);
        assertThat(data(id)).containsExactly(connected(id), disconnected(id, "replaced"), connected(id), closed(id));
        List<UUID> connections =
                topics.chargerEvents(id).stream().map(EventRecord::connectionId).toList();
        assertThat(connections.get(1)).isEqualTo(connections.get(0));
        assertThat(connections.get(3)).isEqualTo(connections.get(2));
        assertTimesAscend(id);
    }

    /** Wherever its sockets open, whoever sees what when: a charger's events alternate, and the last socket stays. */
    @Test
    void aChargerThatHopsBetweenGatewaysIsNeverFalselyDisconnected() throws Exception {
        ChargerId id = registered();
        List<TestCharger> sockets = new ArrayList<>();
        for (int hop = 0; hop < 20; hop++) {
            sockets.add(connect(hop % 2 == 0 ? one : two, id));
            if (hop % 3 == 0) {
                Thread.ofVirtual().start(sockets.getLast()::close);
            }
        }
        TestCharger last = connect(two, id);
        assertThat(last.call("Heartbeat", "{}")).hasSize(1);
        for (TestCharger socket : sockets) {
            socket.awaitClose();
        }
        awaitQuiet(id);

        assertThat(last.isClosed()).isFalse();
        assertAlternates(id);
        assertThat(data(id).getLast()).isEqualTo(connected(id));
        last.close();
    }

    @Test
    void theChargersOfALostGatewayAreReportedOnceByWhoeverIsFirst() throws Exception {
        ChargerId id = registered();
        HeldConnection open = open(id, IDS.generate());

        awaitEvents(id, 1);
        awaitClosed(id);
        EventRecord event = topics.chargerEvents(id).getFirst();
        assertThat(data(id)).containsExactly(disconnected(id, "gateway lost"));
        assertThat(event.connectionId()).isEqualTo(open.connectionId());
        assertThat(event.mode()).isEqualTo(Mode.TEST);
        try (TestCharger charger = connect(one, id)) {
            charger.call("Heartbeat", "{}");
            assertThat(data(id)).containsExactly(disconnected(id, "gateway lost"), connected(id));
        }
    }

    @Test
    void aChargerThatLeftALostGatewayInTimeIsReplaced() throws Exception {
        ChargerId id = registered();
        open(id, IDS.generate());
        try (TestCharger charger = connect(two, id)) {
            charger.call("Heartbeat", "{}");
            awaitSweeps();
            assertThat(data(id)).containsExactly(disconnected(id, "replaced"), connected(id));
            assertTimesAscend(id);
        }
    }

    /** Brokers stood still: the other gateway noted a connection, and could tell nobody of it while it was the newest. */
    @Test
    void nobodyIsToldOfTheEndOfAConnectionThatNobodyHeardOf() throws Exception {
        UUID holder = IDS.generate();
        ChargerId id = registered();
        HeldConnection untold = HeldConnection.opening(IDS.generate(), holder, Mode.TEST, "ocpp1.6", now());
        try (ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor()) {
            var _ = beats.scheduleAtFixedRate(() -> beat(holder), 0, 100, TimeUnit.MILLISECONDS);
            awaitSweeps();
            topics.write(Topics.CONNECTIONS, id, untold);
            try (TestCharger charger = connect(one, id)) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> topics.read(Topics.CONNECTIONS, id).size() > 1);
                topics.write(Topics.CONNECTIONS, id, untold.untold(now()));

                charger.call("Heartbeat", "{}");

                assertThat(data(id)).containsExactly(connected(id));
            }
        }
    }

    private static void beat(UUID holder) {
        try {
            topics.write(Topics.GATEWAY_BEATS, holder.toString(), new GatewayBeat("other", now(), 0L, List.of()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aReportThatAGatewayDiedAtIsFinishedAndNotDoubled() throws Exception {
        ChargerId unpublished = registered();
        ChargerId published = registered();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        for (ChargerId id : List.of(unpublished, published)) {
            HeldConnection closing = HeldConnection.opening(IDS.generate(), IDS.generate(), Mode.LIVE, "ocpp1.6", now)
                    .settled(now)
                    .closing(IDS.generate(), "no answer to pings", now);
            if (id.equals(published)) {
                topics.write(Topics.CHARGER_EVENTS, id, farewell(id, closing));
            }
            topics.write(Topics.CONNECTIONS, id, closing);
        }
        awaitClosed(unpublished);
        awaitClosed(published);

        assertThat(data(unpublished)).containsExactly(disconnected(unpublished, "no answer to pings"));
        assertThat(data(published)).hasSize(1);
    }

    /** A gateway that was stopped for long, and has been given up, still has its sockets when it wakes. */
    @Test
    void socketsOfAGatewayThatWasGivenUpAreClosedWithoutASecondEvent() throws Exception {
        ChargerId id = registered();
        TestCharger charger = connect(one, id);
        charger.call("Heartbeat", "{}");
        HeldConnection open = topics.read(Topics.CONNECTIONS, id).getLast();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

        HeldConnection closing = open.closing(IDS.generate(), "gateway lost", now);
        topics.write(Topics.CONNECTIONS, id, closing);

        assertThat(charger.awaitClose()).isEqualTo(1001);
        awaitClosed(id);
        assertThat(data(id)).containsExactly(connected(id), disconnected(id, "gateway lost"));
    }

    @Test
    void aDeletedChargerIsForgottenOnceItsEndIsReported() throws Exception {
        ChargerId held = registered();
        ChargerId orphan = registered();
        ChargerId kept = registered();
        TestCharger charger = connect(one, held);
        charger.call("Heartbeat", "{}");
        connect(two, kept).close();
        open(orphan, IDS.generate());

        for (ChargerId deleted : List.of(held, orphan)) {
            topics.write(Topics.CHARGER_REGISTRATIONS, deleted, null);
        }

        assertThat(charger.awaitClose()).isEqualTo(1008);
        awaitForgotten(held);
        awaitForgotten(orphan);
        assertThat(data(held)).containsExactly(connected(held), disconnected(held, "registration removed"));
        assertThat(data(orphan)).containsExactly(disconnected(orphan, "gateway lost"));
        assertThat(topics.read(Topics.CONNECTIONS, kept)).doesNotContainNull();

        topics.register(held, "secret");
        try (TestCharger again = connect(two, held)) {
            again.call("Heartbeat", "{}");
            assertThat(data(held)).hasSize(3).last().isEqualTo(connected(held));
        }
    }

    /** It was registered and connected anew in the moment in which another gateway found it deleted. */
    @Test
    void aTombstoneThatComesTooLateDoesNotForgetAnOpenConnection() throws Exception {
        ChargerId id = registered();
        try (TestCharger charger = connect(one, id)) {
            charger.call("Heartbeat", "{}");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> topics.read(Topics.CONNECTIONS, id).getLast().step() == Step.OPEN);
            HeldConnection open = topics.read(Topics.CONNECTIONS, id).getLast();

            topics.write(Topics.CONNECTIONS, id, null);

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(topics.read(Topics.CONNECTIONS, id)).endsWith(null, open));
            try (TestCharger next = connect(two, id)) {
                next.call("Heartbeat", "{}");
                assertThat(charger.awaitClose()).isEqualTo(1008);
                assertThat(data(id)).containsExactly(connected(id), disconnected(id, "replaced"), connected(id));
            }
        }
    }

    @Test
    void ofTwoConnectionsTheNewerIdWinsWhateverTheOrderAndTheClocks() throws Exception {
        ChargerId id = registered();
        UUID ahead = new UUID(IDS.generate().getMostSignificantBits() + (60_000L << 16), Long.MIN_VALUE + 1);
        open(id, ahead);
        try (TestCharger charger = connect(one, id)) {
            charger.call("Heartbeat", "{}");
            EventRecord connected = topics.chargerEvents(id).getLast();
            assertThat(HeldConnection.compare(connected.connectionId(), ahead)).isPositive();

            topics.write(Topics.CONNECTIONS, id, open(id, IDS.generate()));
            awaitSweeps();
            assertThat(charger.isClosed()).isFalse();
            assertThat(topics.read(Topics.CONNECTIONS, id).getLast().connectionId())
                    .as("compaction must keep the newest")
                    .isEqualTo(connected.connectionId());

            UUID later = new UUID(connected.connectionId().getMostSignificantBits() + (60_000L << 16), 1);
            topics.write(Topics.CONNECTIONS, id, HeldConnection.opening(later, IDS.generate(), Mode.LIVE, "x", now()));
            assertThat(charger.awaitClose()).isEqualTo(1008);
        }
    }

    /** What a gateway leaves behind that is killed while a charger is connected. */
    private static HeldConnection open(ChargerId id, UUID connectionId) throws Exception {
        HeldConnection open = HeldConnection.opening(connectionId, IDS.generate(), Mode.TEST, "ocpp1.6", now())
                .settled(now());
        topics.write(Topics.CONNECTIONS, id, open);
        return open;
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private static EventRecord farewell(ChargerId id, HeldConnection connection) {
        UUID connectionId = connection.connectionId();
        return new EventRecord(
                new UUID(connectionId.getMostSignificantBits(), connectionId.getLeastSignificantBits() ^ (1L << 61)),
                id.organisationId(),
                connection.mode(),
                id.chargeBoxId(),
                now(),
                now(),
                connectionId,
                2,
                connection.protocol(),
                false,
                new ChargerDisconnected(id.chargeBoxId(), "no answer to pings"));
    }

    private static void assertAlternates(ChargerId id) {
        List<EventRecord> events = topics.chargerEvents(id);
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).data())
                    .as("event %d of %s", i, data(id))
                    .isInstanceOf(i % 2 == 0 ? ChargerConnected.class : ChargerDisconnected.class);
            if (i % 2 == 1) {
                assertThat(events.get(i).connectionId())
                        .isEqualTo(events.get(i - 1).connectionId());
            }
        }
        assertThat(events.stream().map(EventRecord::eventId)).doesNotHaveDuplicates();
        assertTimesAscend(id);
    }

    private static void assertTimesAscend(ChargerId id) {
        assertThat(topics.chargerEvents(id))
                .extracting(EventRecord::occurredAt)
                .as("%s", data(id))
                .isSorted();
    }

    private static void awaitEvents(ChargerId id, int count) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(topics.chargerEvents(id)).hasSizeGreaterThanOrEqualTo(count));
    }

    private static void awaitClosed(ChargerId id) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> topics.read(Topics.CONNECTIONS, id).stream()
                        .anyMatch(connection -> connection.step() == Step.CLOSED));
    }

    private static void awaitForgotten(ChargerId id) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(topics.read(Topics.CONNECTIONS, id)).last().isNull());
    }

    /** Until both gateways have looked for lost connections more often than it takes to give a gateway up. */
    private static void awaitSweeps() {
        int beats = topics.count(Topics.GATEWAY_BEATS);
        await().atMost(Duration.ofSeconds(60)).until(() -> topics.count(Topics.GATEWAY_BEATS) > beats + 30);
    }

    private static void awaitQuiet(ChargerId id) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> topics.read(Topics.CONNECTIONS, id).getLast().step() == Step.OPEN);
        awaitSweeps();
    }

    private static List<ChargerEvent> data(ChargerId id) {
        return topics.chargerEvents(id).stream().map(EventRecord::data).toList();
    }

    private static ChargerEvent connected(ChargerId id) {
        return new ChargerConnected(id.chargeBoxId());
    }

    private static ChargerEvent closed(ChargerId id) {
        return disconnected(id, "closed");
    }

    private static ChargerEvent disconnected(ChargerId id, String reason) {
        return new ChargerDisconnected(id.chargeBoxId(), reason);
    }

    private static ChargerId registered() throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics.register(id, "secret");
        return id;
    }

    private static TestCharger connect(RunningGateway at, ChargerId id) {
        return await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .until(
                        () -> TestCharger.connect(at.port(), id.organisationId(), id.chargeBoxId(), "secret"),
                        _ -> true);
    }
}
