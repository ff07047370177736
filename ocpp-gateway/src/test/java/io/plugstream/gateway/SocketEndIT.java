package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.web.socket.handler.ExceptionWebSocketHandlerDecorator;

/** How sockets end, and the resulting events. */
class SocketEndIT {

    private static final String START =
            "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T10:00:00+01:00'}";

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void aNewSocketReplacesTheOldOne() throws Exception {
        ChargerId id = SharedGateway.registered();
        TestCharger old = gateway.connect(id);
        assertThat(old.call("Heartbeat", "{}")).hasSize(1);
        try (TestCharger young = gateway.connect(id)) {
            assertThat(old.awaitClose()).isEqualTo(1008);
            assertThat(young.call("Heartbeat", "{}")).hasSize(1);
            List<EventRecord> events = topics.chargerEvents(id);
            assertThat(data(events))
                    .containsExactly(
                            new ChargerConnected(id.chargeBoxId()),
                            new ChargerDisconnected(id.chargeBoxId(), "replaced"),
                            new ChargerConnected(id.chargeBoxId()));
            assertThat(events.get(1).connectionId()).isEqualTo(events.get(0).connectionId());
            assertThat(events.get(2).connectionId()).isGreaterThan(events.get(1).connectionId());
        }
        awaitDisconnected(id, 2);
    }

    /** Whichever of their threads is first. */
    @Test
    void oneOfTwoSocketsOpenedTogetherStaysOpen() throws Exception {
        for (int pair = 0; pair < 30; pair++) {
            ChargerId id = SharedGateway.registered();
            try (var threads = Executors.newFixedThreadPool(2)) {
                Future<TestCharger> first = threads.submit(() -> gateway.connect(id));
                Future<TestCharger> second = threads.submit(() -> gateway.connect(id));
                try (TestCharger one = first.get();
                        TestCharger other = second.get()) {
                    await().until(() -> one.isClosed() || other.isClosed());
                    assertThat((one.isClosed() ? other : one).call("Heartbeat", "{}"))
                            .hasSize(1);
                }
            }
        }
    }

    @Test
    void aRemovedRegistrationClosesTheSocket() throws Exception {
        ChargerId id = SharedGateway.registered();
        TestCharger charger = gateway.connect(id);

        topics.write(Topics.CHARGER_REGISTRATIONS, id, null);

        assertThat(charger.awaitClose()).isEqualTo(1008);
        awaitDisconnected(id, 1);
        assertThat(gateway.refusal(id.toString(), id.chargeBoxId() + ":secret").statusCode())
                .isEqualTo(404);
    }

    @Test
    void aChangedPasswordClosesTheSocketAndTheOldOneStopsWorking() throws Exception {
        ChargerId id = SharedGateway.registered();
        TestCharger charger = gateway.connect(id);

        topics.register(id, "other");

        assertThat(charger.awaitClose()).isEqualTo(1008);
        assertThat(gateway.refusal(id.toString(), id.chargeBoxId() + ":secret").statusCode())
                .isEqualTo(401);
        TestCharger.connect(gateway.port(), "demo", id.chargeBoxId(), "other").close();
    }

    @Test
    void binaryAndOverlongFramesCloseTheSocket() throws Exception {
        ChargerId id = SharedGateway.registered();
        TestCharger binary = gateway.connect(id);
        binary.sendBinary(new byte[300]);
        assertThat(binary.awaitClose()).isEqualTo(1003);

        TestCharger overlong = gateway.connect(id);
        overlong.send("[2,\"1\",\"Heartbeat\",{\"" + "x".repeat(66_000) + "\":1}]");
        assertThat(overlong.awaitClose()).isEqualTo(1009);
    }

    @Test
    void aStoppingGatewayReportsItsChargersAsDisconnected() throws Exception {
        ChargerId id = SharedGateway.registered();
        TestCharger charger;
        try (RunningGateway stopping = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            stopping.awaitKnown(id);
            charger = stopping.connect(id);
            startTransaction(charger);
        }
        assertThat(charger.awaitClose()).isEqualTo(1001);
        assertThat(data(topics.chargerEvents(id)))
                .containsExactly(
                        new ChargerConnected(id.chargeBoxId()),
                        new ChargerDisconnected(id.chargeBoxId(), "gateway shutting down"));
    }

    @Test
    void aStoppingGatewayAnswersExactlyTheCallsItRecorded() throws Exception {
        ChargerId id = SharedGateway.registered();
        TestCharger charger;
        try (RunningGateway stopping = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            stopping.awaitKnown(id);
            charger = stopping.connect(id);
            for (int connector = 1; connector <= 200; connector++) {
                charger.send("[2,\"c\",\"StartTransaction\","
                        + START.replace("'connectorId':1", "'connectorId':" + connector)
                                .replace('\'', '"') + "]");
            }
            charger.receive();
            charger.receive();
        }
        assertThat(charger.awaitClose()).isEqualTo(1001);

        List<Integer> answered = charger.received().stream()
                .map(answer -> answer.get(2).get("transactionId").intValue())
                .toList();
        List<Integer> started = topics.transactionEvents(id).stream()
                .map(event -> ((TransactionStarted) event.data()).transactionId())
                .toList();
        assertThat(started).hasSizeGreaterThan(1);
        assertThat(started.subList(2, started.size())).isEqualTo(answered);
    }

    @Test
    void aSocketResetDuringAnswersIsReportedAsLostWithoutALoggedError() throws Exception {
        ChargerId id = SharedGateway.registered();
        ListAppender<ILoggingEvent> errors = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(ExceptionWebSocketHandlerDecorator.class);
        errors.start();
        logger.addAppender(errors);
        try {
            RawCharger charger = RawCharger.shakeHands(
                    gateway.port(), "/ocpp/" + id, (id.chargeBoxId() + ":secret").getBytes(StandardCharsets.UTF_8));
            for (int beat = 0; beat < 100; beat++) {
                charger.send("[2,\"" + beat + "\",\"Heartbeat\",{}]");
            }
            charger.reset();
            awaitDisconnected(id, 1);
            assertThat(data(topics.chargerEvents(id)))
                    .contains(new ChargerDisconnected(id.chargeBoxId(), "connection lost"));
            assertThat(errors.list).isEmpty();
        } finally {
            logger.detachAppender(errors);
        }
    }

    @Test
    void silentSocketsAreReported() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (RunningGateway eager = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.gateway.connection.ping-interval=1s")) {
            eager.awaitKnown(id);
            try (SilentCharger _ = SilentCharger.connect(eager.port(), id, "secret");
                    TestCharger lively = eager.connect(SharedGateway.registered())) {
                await().atMost(Duration.ofSeconds(10))
                        .untilAsserted(() -> assertThat(data(topics.chargerEvents(id)))
                                .containsExactly(
                                        new ChargerConnected(id.chargeBoxId()),
                                        new ChargerDisconnected(id.chargeBoxId(), "no answer to pings")));
                assertThat(lively.isClosed()).isFalse();
            }
        }
    }

    @Test
    void aPongMayWaitBehindThrottledFrames() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (RunningGateway slow = RunningGateway.start(
                RealParts.kafka().bootstrapServers(),
                "plugstream.gateway.connection.ping-interval=2s",
                "plugstream.gateway.frames.per-second=1",
                "plugstream.gateway.frames.burst=1")) {
            slow.awaitKnown(id);
            try (TestCharger charger = slow.connect(id)) {
                charger.awaitPing();
                assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
                for (int frame = 0; frame < 8; frame++) {
                    charger.send("[2,\"beat" + frame + "\",\"Heartbeat\",{}]");
                }
                for (int frame = 0; frame < 8; frame++) {
                    assertThat(charger.receive().get(1).stringValue()).isEqualTo("beat" + frame);
                }
                assertThat(charger.isClosed()).isFalse();
                assertThat(data(topics.chargerEvents(id))).containsExactly(new ChargerConnected(id.chargeBoxId()));
            }
        }
    }

    private static int startTransaction(TestCharger charger) throws Exception {
        return charger.call("StartTransaction", START).get("transactionId").intValue();
    }

    private static void awaitDisconnected(ChargerId id, int times) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(data(topics.chargerEvents(id)))
                        .filteredOn(ChargerDisconnected.class::isInstance)
                        .hasSize(times));
    }

    private static List<ChargerEvent> data(List<EventRecord> records) {
        return records.stream().map(EventRecord::data).toList();
    }
}
