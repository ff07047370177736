package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TcpProxy;
import io.plugstream.parts.TcpProxy.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The networks to Kafka and to chargers silently drop packets. */
class SilentNetworkIT {

    private static final Duration NOTICED = Duration.ofSeconds(15);
    private static final String START =
            "{'connectorId':%d,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}";

    private static Kafka kafka;
    private static TestTopics topics;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        kafka = RealParts.newProxiedKafka();
        gateway = RunningGateway.start(kafka.proxiedServers());
        topics = new TestTopics(kafka.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        topics.close();
        kafka.close();
    }

    @AfterEach
    void restore() {
        kafka.network().restore();
    }

    @Test
    void chargersAreServedWithinFifteenSecondsAfterLostConnectionsToKafka() throws Exception {
        ChargerId id = registered();
        try (ForgetfulCharger charger = new ForgetfulCharger(gateway, id)) {
            int first = charger.start(START.formatted(1));
            TestCharger connection = charger.connection();
            Order before = new Order(topics, id).place(CommandAction.CLEAR_CACHE, "{}");
            answer(connection, before);
            before.awaitEnd();

            kafka.network().forget();
            Instant forgotten = Instant.now();

            ChargerId another = newId();
            topics.register(another, "secret");
            Order order = new Order(topics, id).place(CommandAction.CLEAR_CACHE, "{}");
            await("the command")
                    .atMost(left(forgotten))
                    .until(() -> !connection.received().isEmpty());
            answer(connection, order);
            int second = charger.start(START.formatted(2));
            assertThat(Instant.now()).as("a transaction").isBefore(forgotten.plus(NOTICED));
            await("the new registration")
                    .atMost(left(forgotten))
                    .ignoreExceptions()
                    .until(() -> {
                        gateway.connect(another).close();
                        return true;
                    });
            assertThat(started(id)).containsExactly(first, second);
        }
    }

    @Test
    void messagesAnsweredWhileAcknowledgementsAreLostAreInTheTopicOnce() throws Exception {
        ChargerId id = registered();
        try (ForgetfulCharger charger = new ForgetfulCharger(gateway, id)) {
            List<Integer> answered = new ArrayList<>();
            answered.add(charger.start(START.formatted(1)));

            kafka.network().lose(Direction.TO_CLIENT);
            Instant lost = Instant.now();
            TestCharger connection = charger.connection();
            connection.send(
                    "[2,\"1\",\"StartTransaction\"," + START.formatted(2).replace('\'', '"') + "]");
            assertThat(connection.awaitClose()).isEqualTo(1013);
            assertThat(Instant.now()).as("closed").isBefore(lost.plus(NOTICED));
            assertThat(charger.untilAnswered("Heartbeat", "{}")).hasSize(1);

            kafka.network().restore();
            Instant restored = Instant.now();
            for (int connector = 2; connector <= 5; connector++) {
                answered.add(charger.start(START.formatted(connector)));
                assertThat(Instant.now()).as("transaction " + connector).isBefore(restored.plus(NOTICED));
            }
            assertThat(started(id)).containsExactlyElementsOf(answered);
        }
    }

    @Test
    void chargersBehindSilentNetworksAreReportedWithinFifteenSecondsAndReconnect() throws Exception {
        ChargerId deaf = registered();
        ChargerId dumb = registered();
        ChargerId quiet = registered();
        ChargerId lively = registered();
        try (TcpProxy both = TcpProxy.to(gateway.port());
                TcpProxy toServer = TcpProxy.to(gateway.port());
                TcpProxy toClient = TcpProxy.to(gateway.port());
                TestCharger healthy = gateway.connect(lively)) {
            TestCharger unheard = connect(toServer, dumb);
            TestCharger unanswered = connect(toClient, quiet);
            TestCharger gone = connect(both, deaf);
            assertThat(unheard.call("Heartbeat", "{}")).hasSize(1);
            assertThat(unanswered.call("Heartbeat", "{}")).hasSize(1);
            assertThat(gone.call("Heartbeat", "{}")).hasSize(1);

            toServer.hold(Direction.TO_SERVER);
            toClient.hold(Direction.TO_CLIENT);
            both.hold(Direction.TO_SERVER, Direction.TO_CLIENT);
            Instant silenced = Instant.now();
            for (ChargerId silent : List.of(deaf, dumb, quiet)) {
                await("the end of " + silent)
                        .atMost(left(silenced))
                        .until(() -> topics.chargerEvents(silent).getLast().data() instanceof ChargerDisconnected);
            }
            assertThat(healthy.call("Heartbeat", "{}")).hasSize(1);
            assertThat(topics.chargerEvents(lively)).hasSize(1);
            unheard.abort();
            unanswered.abort();
            gone.abort();

            both.restore();
            try (TestCharger back = connect(both, deaf)) {
                assertThat(back.call("Heartbeat", "{}")).hasSize(1);
                assertThat(topics.chargerEvents(deaf).stream().map(EventRecord::data))
                        .containsExactly(
                                new ChargerConnected(deaf.chargeBoxId()),
                                new ChargerDisconnected(deaf.chargeBoxId(), "no answer to pings"),
                                new ChargerConnected(deaf.chargeBoxId()));
            }
        }
    }

    @Test
    void aChargerThatSendsButReceivesNothingIsReportedWithinFifteenSeconds() throws Exception {
        ChargerId id = registered();
        try (TcpProxy network = TcpProxy.to(gateway.port())) {
            TestCharger charger = connect(network, id);
            charger.awaitPing();
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);

            network.hold(Direction.TO_CLIENT);
            Instant silenced = Instant.now();
            await("the end of " + id)
                    .atMost(left(silenced))
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .until(() -> isDisconnectedAfter(charger, id));
            assertThat(topics.chargerEvents(id).stream().map(EventRecord::data))
                    .containsExactly(
                            new ChargerConnected(id.chargeBoxId()),
                            new ChargerDisconnected(id.chargeBoxId(), "no answer to pings"));
            charger.abort();
        }
    }

    /** Sends a heartbeat without awaiting its answer, while the connection is not reported as ended. */
    private static boolean isDisconnectedAfter(TestCharger charger, ChargerId id) throws Exception {
        if (topics.chargerEvents(id).getLast().data() instanceof ChargerDisconnected) {
            return true;
        }
        charger.send("[2,\"unanswered\",\"Heartbeat\",{}]");
        return false;
    }

    private static Duration left(Instant since) {
        Duration left = Duration.between(Instant.now(), since.plus(NOTICED));
        return left.isPositive() ? left : Duration.ofMillis(1);
    }

    private static ChargerId registered() throws Exception {
        ChargerId id = newId();
        topics.register(id, "secret");
        gateway.awaitKnown(id);
        return id;
    }

    private static ChargerId newId() {
        return new ChargerId("silent", "CP-" + UUID.randomUUID());
    }

    private static TestCharger connect(TcpProxy network, ChargerId id) throws Exception {
        return TestCharger.connect(network.port(), id.organisationId(), id.chargeBoxId(), "secret");
    }

    private static void answer(TestCharger charger, Order order) throws Exception {
        assertThat(charger.receive().get(1).stringValue()).isEqualTo(order.id());
        charger.send("[3,\"" + order.id() + "\",{\"status\":\"Accepted\"}]");
    }

    private static List<Integer> started(ChargerId id) {
        return topics.transactionEvents(id).stream()
                .map(EventRecord::data)
                .filter(TransactionStarted.class::isInstance)
                .map(data -> ((TransactionStarted) data).transactionId())
                .toList();
    }
}
