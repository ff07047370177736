package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Invalid, deviating and repeated frames. */
class FramesIT {

    private static final String START =
            "[2,\"%s\",\"StartTransaction\",{\"connectorId\":1,\"idTag\":\"TAG\",\"meterStart\":%d,\"timestamp\":\"2026-11-21T10:00:00Z\"}]";

    private static final String LONG_TAG = "T".repeat(60);

    private static TestTopics topics;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        topics = new TestTopics(RealParts.kafka().bootstrapServers());
        gateway = RunningGateway.start(
                RealParts.kafka().bootstrapServers(),
                "plugstream.shield.failures-per-minute=1000",
                "plugstream.gateway.frames.per-second=100",
                "plugstream.gateway.frames.burst=100",
                "plugstream.gateway.frames.patience=3s");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        topics.close();
    }

    @Test
    void aRepeatedMessageGetsTheStoredAnswerAndIsNotProcessedAgain() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            String boot =
                    "[2,\"same\",\"BootNotification\",{\"chargePointVendor\":\"Acme\",\"chargePointModel\":\"One\"}]";
            JsonNode first = charger.says(boot);

            assertThat(charger.says(boot)).isEqualTo(first);
            assertThat(topics.chargerEvents(charger.id())).hasSize(2);
        }
    }

    /** The charger may use one id for all its messages, and sets its clock by the answer. */
    @Test
    void aHeartbeatUnderTheSameIdGetsThePresentTime() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            String beat = "[2,\"same\",\"Heartbeat\",{}]";
            JsonNode first = charger.says(beat);

            await().untilAsserted(() -> assertThat(charger.says(beat)).isNotEqualTo(first));
        }
    }

    @Test
    void aMessageWithTheSameIdAndOtherContentIsNew() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            int first = transaction(charger.says(START.formatted("same", 1)));
            int second = transaction(charger.says(START.formatted("same", 2)));

            assertThat(second).isNotEqualTo(first);
            assertThat(topics.transactionEvents(charger.id())).hasSize(2);
        }
    }

    /** Ten hours with a reading every ten seconds, in one frame of 400 kB. */
    @Test
    void aLongStopIsTakenWithAllItsReadings() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            int id = transaction(charger.says(START.formatted("begin", 1)));
            String moments = IntStream.range(0, 3_600)
                    .mapToObj(i -> "{\"timestamp\":\"%s\",\"sampledValue\":[{\"value\":\"%d\",\"unit\":\"Wh\"}]}"
                            .formatted(Instant.parse("2026-11-21T10:00:00Z").plusSeconds(10L * i), i))
                    .collect(Collectors.joining(","));
            String stop = ("[2,\"end\",\"StopTransaction\",{\"transactionId\":%d,\"meterStop\":3601,"
                            + "\"timestamp\":\"2026-11-21T20:00:00Z\",\"transactionData\":[%s]}]")
                    .formatted(id, moments);

            assertThat(charger.says(stop).get(0).intValue()).isEqualTo(3);

            List<EventRecord> events = topics.transactionEvents(charger.id());
            assertThat(events.getLast().data())
                    .isInstanceOfSatisfying(
                            TransactionStopped.class,
                            stopped -> assertThat(stopped.energyWh()).isEqualTo(3600));
            List<EventRecord> readings = events.subList(1, events.size() - 1);
            assertThat(readings).allMatch(EventRecord::recordOnly);
            assertThat(readings.stream()
                            .map(EventRecord::data)
                            .map(TransactionUpdated.class::cast)
                            .flatMap(updated -> updated.meterValues().stream())
                            .map(value -> value.value().intValue()))
                    .isEqualTo(IntStream.range(0, 3_600).boxed().toList());
            assertThat(events.stream().map(EventRecord::eventId)).doesNotHaveDuplicates();
        }
    }

    private static int transaction(JsonNode answer) {
        return answer.get(2).get("transactionId").intValue();
    }

    @Test
    void aDeviatingMessageIsAcceptedCountedAndRecorded() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            JsonNode answer = charger.says(withUnknownField(withLongTag(START.formatted("odd", 1))));

            assertThat(answer.at("/2/idTagInfo/status").stringValue()).isEqualTo("Accepted");
            assertThat(topics.transactionEvents(charger.id())).singleElement().satisfies(event -> {
                assertThat(event.data())
                        .isEqualTo(new TransactionStarted(
                                transaction(answer), charger.id().chargeBoxId(), 1, LONG_TAG, 1));
                assertThat(event.deviations()).isEqualTo(Map.of("unknownField", 1, "longIdTag", 1));
            });
            assertThat(deviations("unknownField")).isEqualTo(1);
            assertThat(deviations("longIdTag")).isEqualTo(1);
        }
    }

    @Test
    void aStrictGatewayRefusesDeviatingMessages() throws Exception {
        try (RunningGateway strict = RunningGateway.start(
                        RealParts.kafka().bootstrapServers(),
                        "plugstream.shield.failures-per-minute=1000",
                        "plugstream.gateway.validation=strict");
                OcaCharger charger = OcaCharger.connect(strict, topics)) {
            JsonNode tag = charger.says(withLongTag(START.formatted("tag", 1)));
            JsonNode field = charger.says(withUnknownField(START.formatted("field", 1)));

            assertThat(tag.get(0).intValue()).isEqualTo(4);
            assertThat(tag.get(2).stringValue()).isEqualTo("PropertyConstraintViolation");
            assertThat(field.get(0).intValue()).isEqualTo(4);
            assertThat(field.get(2).stringValue()).isEqualTo("FormationViolation");
            assertThat(topics.transactionEvents(charger.id())).isEmpty();
        }
    }

    private static String withLongTag(String start) {
        return start.replace("TAG", LONG_TAG);
    }

    private static String withUnknownField(String start) {
        return start.replace("}]", ",\"site\":\"North\"}]");
    }

    /** The value of {@code plugstream_gateway_deviations_total}. */
    private static double deviations(String kind) {
        return gateway.bean(MeterRegistry.class)
                .get("plugstream.gateway.deviations")
                .tag("kind", kind)
                .counter()
                .count();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{}",
                "[2]",
                "[2,\"1\",\"Heartbeat\"]",
                "[2,\"1\",\"Heartbeat\",{},{}]",
                "[2,\"1\",\"Heartbeat\",null]",
                "[2,1,\"Heartbeat\",{}]",
                "[2,{},\"Heartbeat\",{}]",
                "[2,\"1\",\"StartTransaction\",{\"connectorId\":1e400,\"idTag\":\"T\",\"meterStart\":1,\"timestamp\":\"2026-11-21T10:00:00Z\"}]",
                "[2,\"1\",\"StartTransaction\",{\"connectorId\":1,\"idTag\":\"T\",\"meterStart\":1e999999999,\"timestamp\":\"2026-11-21T10:00:00Z\"}]",
                "[2,\"1\",\"StopTransaction\",{\"transactionId\":99999999999999999999999999999,\"meterStop\":1,\"timestamp\":\"2026-11-21T10:00:00Z\"}]"
            })
    void brokenFramesAreAnsweredWithAnErrorAndTheSocketStaysOpen(String frame) throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            assertThat(charger.says(frame).get(0).intValue()).isEqualTo(4);
            charger.beats();
        }
    }

    @Test
    void deepAndLongFramesAreAnsweredWithAnErrorAndTheSocketStaysOpen() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            String deep = "[2,\"1\",\"Heartbeat\",{\"a\":" + "[".repeat(30_000) + "]".repeat(30_000) + "}]";
            String longNumber = "[2,\"1\",\"Heartbeat\",{\"a\":" + "9".repeat(60_000) + "}]";

            assertThat(charger.says(deep).get(2).stringValue()).isEqualTo("FormationViolation");
            assertThat(charger.says(longNumber).get(2).stringValue()).isEqualTo("FormationViolation");
            charger.beats();
        }
    }

    @Test
    void aBurstIsReadMoreSlowlyAndNothingIsLost() throws Exception {
        ChargerId id = registered();
        try (TestCharger charger = connect(id)) {
            long start = System.nanoTime();
            for (int frame = 0; frame < 250; frame++) {
                charger.send("[2,\"" + frame + "\",\"Heartbeat\",{}]");
            }
            for (int frame = 0; frame < 250; frame++) {
                assertThat(charger.receive().get(1).stringValue()).isEqualTo(Integer.toString(frame));
            }
            // 150 too many at 100 a second; only a lower bound, as the machine may be busy.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1200));
        }
    }

    @Test
    void aFloodingChargerIsDisconnectedAndOthersAreServed() throws Exception {
        ChargerId bad = registered();
        try (OcaCharger good = OcaCharger.connect(gateway, topics)) {
            TestCharger flooder = connect(bad);
            CompletableFuture<Void> flood =
                    CompletableFuture.runAsync(() -> flood(flooder), Thread::startVirtualThread);

            for (int round = 0; !flooder.isClosed(); round++) {
                good.beats();
                transaction(good.says(START.formatted("r" + round, round)));
            }

            // It may still be waiting for a server that no longer reads.
            flooder.abort();
            flood.join();
            assertThat(flooder.awaitClose()).isIn(1008, 1006);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(topics.chargerEvents(bad).getLast().data())
                                    .isEqualTo(new ChargerDisconnected(bad.chargeBoxId(), "too many frames")));
            good.beats();
        }
    }

    private static void flood(TestCharger flooder) {
        try {
            while (!flooder.isClosed()) {
                flooder.send("rubbish");
            }
        } catch (Exception e) {
            // The gateway closed the socket, as expected.
            assertThat(e).isNotNull();
        }
    }

    private static ChargerId registered() throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics.register(id, "secret");
        return id;
    }

    private static TestCharger connect(ChargerId id) {
        return await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(
                        () -> TestCharger.connect(gateway.port(), id.organisationId(), id.chargeBoxId(), "secret"),
                        charger -> !charger.isClosed());
    }
}
