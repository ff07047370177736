package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerTransactions;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The gateway on a real broker, seen from the socket and from the topics. */
class GatewayIT {

    private static final String START =
            "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T10:00:00+01:00'}";

    private static TestTopics topics;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        String kafka = RealParts.kafka().bootstrapServers();
        topics = new TestTopics(kafka);
        gateway = RunningGateway.start(kafka, "plugstream.gateway.handshake.failures-per-minute=1000");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        topics.close();
    }

    @Test
    void unknownChargersAreNotFound() {
        assertThat(handshake("demo/nobody", "nobody:x").statusCode()).isEqualTo(404);
        assertThat(handshake("demo/a%2Fb", "a/b:x").statusCode()).isEqualTo(404);
        assertThat(handshake("demo", "x:x").statusCode()).isEqualTo(404);
    }

    @Test
    void wrongPasswordsAreUnauthorised() throws Exception {
        ChargerId charger = registered();

        HttpResponse<?> wrong = handshake(charger.toString(), charger.chargeBoxId() + ":wrong");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Basic "));
        assertThat(handshake(charger.toString(), "").statusCode()).isEqualTo(401);
        assertThat(topics.chargerEvents(charger)).isEmpty();
    }

    @Test
    void guessingIsSlowedDownButTheRightPasswordPasses() throws Exception {
        ChargerId charger = registered();
        try (RunningGateway strict = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.gateway.handshake.failures-per-minute=2")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> handshake(strict, charger.toString(), "x:y").statusCode(), status -> status == 401);
            assertThat(handshake(strict, charger.toString(), "x:y").statusCode())
                    .isEqualTo(401);

            HttpResponse<?> third = handshake(strict, charger.toString(), "x:y");
            assertThat(third.statusCode()).isEqualTo(429);
            assertThat(third.headers().firstValue("Retry-After")).isPresent();
            TestCharger.connect(strict.port(), charger.organisationId(), charger.chargeBoxId(), "secret")
                    .close();
        }
    }

    @Test
    void withoutACommonProtocolTheSocketClosesAndNobodyIsTold() throws Exception {
        ChargerId charger = registered();

        TestCharger other = TestCharger.withProtocol(
                gateway.port(), charger.toString(), charger.chargeBoxId() + ":secret", "ocpp9");

        assertThat(other.subprotocol()).isEmpty();
        assertThat(other.awaitClose()).isEqualTo(1002);
        assertThat(topics.chargerEvents(charger)).isEmpty();
    }

    @Test
    void aChargingSessionBecomesItsEvents() throws Exception {
        ChargerId id = registered();
        int transactionId;
        try (TestCharger charger = connect(id)) {
            var boot = charger.call(
                    "BootNotification",
                    "{'chargePointVendor':'Acme','chargePointModel':'One','chargePointSerialNumber':'S1','firmwareVersion':'1.0'}");
            assertThat(boot.get("status").stringValue()).isEqualTo("Accepted");
            assertThat(boot.get("interval").intValue()).isEqualTo(300);
            assertThat(boot.get("currentTime").stringValue())
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
            assertThat(charger.call("Heartbeat", "{}").propertyNames()).containsExactly("currentTime");
            assertThat(charger.call("Authorize", "{'idTag':'TAG'}").toString())
                    .isEqualTo("{\"idTagInfo\":{\"status\":\"Accepted\"}}");
            assertThat(
                            charger.call(
                                    "StatusNotification",
                                    "{'connectorId':1,'errorCode':'NoError','status':'Charging','timestamp':'2026-11-21T08:59:59Z'}"))
                    .isEmpty();
            var started = charger.call("StartTransaction", START);
            assertThat(started.get("idTagInfo").toString()).isEqualTo("{\"status\":\"Accepted\"}");
            transactionId = started.get("transactionId").intValue();
            assertThat(transactionId).isPositive();
            assertThat(
                            charger.call(
                                    "MeterValues",
                                    "{'connectorId':1,'transactionId':" + transactionId
                                            + ",'meterValue':[{'timestamp':'2026-11-21T09:05:00Z','sampledValue':[{'value':'2.5','unit':'kWh'},{'value':'x'}]}]}"))
                    .isEmpty();
            assertThat(charger.call(
                                    "StopTransaction",
                                    "{'transactionId':" + transactionId
                                            + ",'idTag':'TAG','meterStop':4000,'timestamp':'2026-11-21T09:10:00Z','reason':'Remote',"
                                            + "'transactionData':[{'timestamp':'2026-11-21T09:09:00Z','sampledValue':[{'value':'4'}]}]}")
                            .toString())
                    .isEqualTo("{\"idTagInfo\":{\"status\":\"Accepted\"}}");
        }
        awaitDisconnected(id, 1);

        String box = id.chargeBoxId();
        assertThat(data(topics.chargerEvents(id)))
                .containsExactly(
                        new ChargerConnected(box),
                        new ChargerBooted(box, "Acme", "One", "S1", "1.0"),
                        new ChargerDisconnected(box, "closed"));
        assertThat(data(topics.connectorEvents(id)))
                .containsExactly(new ConnectorStatusChanged(box, 1, "Charging", "NoError", null, null));
        List<EventRecord> transaction = topics.transactionEvents(id);
        assertThat(data(transaction))
                .containsExactly(
                        new TransactionStarted(transactionId, box, 1, "TAG", 1500),
                        new TransactionUpdated(transactionId, box, 1, List.of(energy("2026-11-21T09:05:00Z", "2500"))),
                        new TransactionUpdated(
                                transactionId, box, 1, List.of(), List.of(raw("2026-11-21T09:05:00Z", "x"))),
                        new TransactionUpdated(transactionId, box, 1, List.of(energy("2026-11-21T09:09:00Z", "4"))),
                        new TransactionStopped(transactionId, box, 1, "TAG", 1500L, 4000, 2500L, "Remote"));
        assertThat(transaction.stream().map(EventRecord::recordOnly)).containsExactly(false, false, true, true, false);
        assertThat(transaction.getFirst().occurredAt()).isEqualTo(Instant.parse("2026-11-21T09:00:00Z"));
        assertThat(transaction.getFirst().organisationId()).isEqualTo("demo");
        assertThat(transaction.getFirst().mode()).isEqualTo(Mode.LIVE);
        assertThat(transaction.getFirst().protocol()).isEqualTo("ocpp1.6");
        assertThat(transaction.stream().map(EventRecord::eventId))
                .doesNotHaveDuplicates()
                .allMatch(event -> event.version() == 7);
        assertThat(topics.chargerEvents(id).stream().map(EventRecord::sequence)).containsExactly(1L, 2L, 9L);
        assertThat(topics.chargerEvents(id).stream()
                        .map(EventRecord::connectionId)
                        .distinct())
                .hasSize(1);
    }

    @Test
    void retriedStartTransactionKeepsItsIdAndMakesNoSecondEvent() throws Exception {
        ChargerId id = registered();
        int first;
        try (TestCharger charger = connect(id)) {
            first = startTransaction(charger);
            assertThat(startTransaction(charger)).isEqualTo(first);
        }
        try (TestCharger charger = connect(id)) {
            assertThat(startTransaction(charger)).isEqualTo(first);
            charger.call("StopTransaction", stop(first));
            assertThat(startTransaction(charger)).isEqualTo(first);
            assertThat(charger.call("StartTransaction", START.replace("1500", "1501"))
                            .get("transactionId")
                            .intValue())
                    .isNotEqualTo(first);
        }
        assertThat(data(topics.transactionEvents(id)))
                .hasSize(3)
                .filteredOn(TransactionStarted.class::isInstance)
                .hasSize(2);
    }

    @Test
    void retriedMessagesAfterARestartMakeNoSecondEvent() throws Exception {
        ChargerId id = registered();
        int transactionId;
        try (RunningGateway before = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            awaitRegistrations(before, id);
            TestCharger charger = connect(before, id);
            transactionId = startTransaction(charger);
            charger.call("StopTransaction", stop(transactionId));
        }
        try (RunningGateway after = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            awaitRegistrations(after, id);
            try (TestCharger charger = connect(after, id)) {
                assertThat(startTransaction(charger)).isEqualTo(transactionId);
                charger.call("StopTransaction", stop(transactionId));
            }
        }
        assertThat(topics.transactionEvents(id)).hasSize(2);
    }

    @Test
    void anEventThatWasNotedButNotPublishedIsPublishedByTheRetry() throws Exception {
        ChargerId id = registered();
        UUID startEvent = UUID.fromString("019400a0-0000-7000-8000-0000000000aa");
        UUID stopEvent = UUID.fromString("019400a0-0000-7000-8000-0000000000bb");
        Instant now = Instant.now();
        // What a gateway leaves behind that is killed between its two writes.
        topics.write(
                Topics.OPEN_TRANSACTIONS,
                id,
                new ChargerTransactions(
                        1,
                        List.of(new ChargerTransactions.Entry(
                                2_000_000_001,
                                1,
                                "TAG",
                                1500,
                                Instant.parse("2026-11-21T09:00:00Z"),
                                startEvent,
                                now,
                                new ChargerTransactions.Stop(now, stopEvent))),
                        List.of()));
        for (int connection = 0; connection < 2; connection++) {
            try (TestCharger charger = connect(id)) {
                assertThat(startTransaction(charger)).isEqualTo(2_000_000_001);
                charger.call("StopTransaction", stop(2_000_000_001));
                charger.call("StopTransaction", stop(2_000_000_001));
            }
        }
        assertThat(topics.transactionEvents(id).stream().map(EventRecord::eventId))
                .containsExactly(startEvent, stopEvent);
    }

    @Test
    void aStopOfAnUnknownTransactionIsAnsweredAndOnlyRecorded() throws Exception {
        ChargerId id = registered();
        try (TestCharger charger = connect(id)) {
            assertThat(charger.call(
                            "StopTransaction", "{'transactionId':-1,'meterStop':9,'timestamp':'2026-11-21T09:10:00Z'}"))
                    .isEmpty();
        }
        EventRecord record = topics.transactionEvents(id).getFirst();
        assertThat(record.recordOnly()).isTrue();
        assertThat(record.data())
                .isEqualTo(new TransactionStopped(-1, id.chargeBoxId(), null, null, null, 9, null, "Local"));
    }

    @Test
    void meterValuesOutsideTheChargersTransactionsAreOnlyRecorded() throws Exception {
        ChargerId id = registered();
        String values = "'meterValue':[{'timestamp':'2026-11-21T09:05:00Z','sampledValue':[{'value':'1'}]}]}";
        try (TestCharger charger = connect(id)) {
            charger.call("MeterValues", "{'connectorId':1," + values);
            charger.call("MeterValues", "{'connectorId':1,'transactionId':12345," + values);
        }
        assertThat(topics.transactionEvents(id)).hasSize(2).allMatch(EventRecord::recordOnly);
    }

    @Test
    void onlyChangesOfStatusAreEventsAlsoAcrossReconnects() throws Exception {
        ChargerId id = registered();
        String available = "{'connectorId':1,'errorCode':'NoError','status':'Available'}";
        try (TestCharger charger = connect(id)) {
            charger.call("StatusNotification", available);
            charger.call("StatusNotification", available);
        }
        try (TestCharger charger = connect(id)) {
            charger.call("StatusNotification", available);
            charger.call("StatusNotification", available.replace("'NoError'", "'OtherError','vendorErrorCode':'E1'"));
            charger.call("StatusNotification", available.replace("'NoError'", "'OtherError','vendorErrorCode':'E2'"));
        }
        assertThat(topics.connectorEvents(id).stream().map(EventRecord::recordOnly))
                .containsExactly(false, true, true, false, false);
    }

    @Test
    void aNewSocketReplacesTheOldOne() throws Exception {
        ChargerId id = registered();
        TestCharger old = connect(id);
        try (TestCharger young = connect(id)) {
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

    @Test
    void aRemovedRegistrationClosesTheSocket() throws Exception {
        ChargerId id = registered();
        TestCharger charger = connect(id);

        topics.write(Topics.CHARGER_REGISTRATIONS, id, null);

        assertThat(charger.awaitClose()).isEqualTo(1008);
        awaitDisconnected(id, 1);
        assertThat(handshake(id.toString(), id.chargeBoxId() + ":secret").statusCode())
                .isEqualTo(404);
    }

    @Test
    void aChangedPasswordClosesTheSocketAndTheOldOneStopsWorking() throws Exception {
        ChargerId id = registered();
        TestCharger charger = connect(id);

        topics.register(id, "other");

        assertThat(charger.awaitClose()).isEqualTo(1008);
        assertThat(handshake(id.toString(), id.chargeBoxId() + ":secret").statusCode())
                .isEqualTo(401);
        TestCharger.connect(gateway.port(), "demo", id.chargeBoxId(), "other").close();
    }

    @Test
    void badFramesAreAnsweredAndTheSocketStays() throws Exception {
        ChargerId id = registered();
        try (TestCharger charger = connect(id)) {
            assertThat(charger.exchange("Reset", "{}").get(2).stringValue()).isEqualTo("NotSupported");
            assertThat(charger.exchange("Reboot", "{}").get(2).stringValue()).isEqualTo("NotImplemented");
            assertThat(charger.exchange("Authorize", "{}").get(2).stringValue())
                    .isEqualTo("OccurenceConstraintViolation");
            charger.send("nonsense");
            assertThat(charger.receive().get(2).stringValue()).isEqualTo("FormationViolation");
            charger.send("[3,\"1\",{}]");
            charger.send("[2,\"ä-7\",\"Heartbeat\",{\"" + "x".repeat(30_000) + "\":1}]");
            assertThat(charger.receive().get(1).stringValue()).isEqualTo("ä-7");
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
        }
    }

    @Test
    void callsAreAnsweredInTheirOrder() throws Exception {
        ChargerId id = registered();
        try (TestCharger charger = connect(id)) {
            for (int i = 0; i < 20; i++) {
                charger.send("[2,\"" + i + "\",\"StatusNotification\",{\"connectorId\":" + i
                        + ",\"errorCode\":\"NoError\",\"status\":\"Available\"}]");
            }
            for (int i = 0; i < 20; i++) {
                assertThat(charger.receive().get(1).stringValue()).isEqualTo(Integer.toString(i));
            }
        }
        assertThat(topics.connectorEvents(id).stream().map(EventRecord::sequence))
                .isSorted();
    }

    @Test
    void binaryAndOverlongFramesCloseTheSocket() throws Exception {
        ChargerId id = registered();
        TestCharger binary = connect(id);
        binary.sendBinary(new byte[300]);
        assertThat(binary.awaitClose()).isEqualTo(1003);

        TestCharger overlong = connect(id);
        overlong.send("[2,\"1\",\"Heartbeat\",{\"" + "x".repeat(66_000) + "\":1}]");
        assertThat(overlong.awaitClose()).isEqualTo(1009);
    }

    @Test
    void idsMayHoldSpacesAndUmlauts() throws Exception {
        ChargerId id =
                new ChargerId("demo", "Säule 1 " + UUID.randomUUID().toString().substring(0, 8));
        topics.register(id, "a:b");
        awaitRegistrations(gateway, id);

        try (TestCharger charger = TestCharger.connect(gateway.port(), "demo", id.chargeBoxId(), "a:b")) {
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
        }
    }

    @Test
    void aStoppingGatewaySaysGoodbye() throws Exception {
        ChargerId id = registered();
        TestCharger charger;
        try (RunningGateway stopping = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            awaitRegistrations(stopping, id);
            charger = connect(stopping, id);
            startTransaction(charger);
        }
        assertThat(charger.awaitClose()).isEqualTo(1001);
        assertThat(data(topics.chargerEvents(id)))
                .containsExactly(
                        new ChargerConnected(id.chargeBoxId()),
                        new ChargerDisconnected(id.chargeBoxId(), "gateway shutting down"));
    }

    @Test
    void aStoppingGatewayAnswersExactlyWhatItRecorded() throws Exception {
        ChargerId id = registered();
        TestCharger charger;
        try (RunningGateway stopping = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            awaitRegistrations(stopping, id);
            charger = connect(stopping, id);
            for (int connector = 1; connector <= 200; connector++) {
                charger.send("[2,\"c\",\"StartTransaction\","
                        + START.replace("'connectorId':1", "'connectorId':" + connector)
                                .replace('\'', '"') + "]");
            }
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
        assertThat(started.subList(1, started.size())).isEqualTo(answered);
    }

    @Test
    void transactionIdsAreUniqueAcrossBlocksAndNodes() throws Exception {
        try (RunningGateway other = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            ChargerId here = registered();
            ChargerId there = registered();
            awaitRegistrations(other, there);
            Set<Integer> ids = new HashSet<>();
            try (TestCharger one = connect(here);
                    TestCharger two = connect(other, there)) {
                for (int start = 0; start < 110; start++) {
                    String request = START.replace("1500", Integer.toString(start));
                    ids.add(one.call("StartTransaction", request)
                            .get("transactionId")
                            .intValue());
                    ids.add(two.call("StartTransaction", request)
                            .get("transactionId")
                            .intValue());
                }
            }
            assertThat(ids).hasSize(220).allMatch(id -> id > 0);
        }
    }

    @Test
    void silentSocketsAreFound() throws Exception {
        ChargerId id = registered();
        try (RunningGateway eager = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.gateway.connection.ping-interval=300ms")) {
            awaitRegistrations(eager, id);
            try (SilentCharger _ = SilentCharger.connect(eager.port(), id, "secret");
                    TestCharger lively = connect(eager, registered())) {
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
    void tellsItsHealthAndFigures() throws Exception {
        ChargerId id = registered();
        try (TestCharger charger = connect(id)) {
            charger.call("Heartbeat", "{}");
            startTransaction(charger);
            charger.exchange("Evil\\\"Action", "{}");
            assertThat(actuator("health/readiness"))
                    .contains("\"status\":\"UP\"")
                    .contains("open-transactions");
            assertThat(actuator("health/liveness")).contains("\"status\":\"UP\"");
            assertThat(actuator("prometheus"))
                    .contains("plugstream_gateway_connected_chargers")
                    .containsPattern(
                            "plugstream_gateway_messages_total\\{action=\"Heartbeat\",outcome=\"answered\"[^}]*\\} [1-9]")
                    .containsPattern(
                            "plugstream_gateway_messages_total\\{action=\"unknown\",outcome=\"NotImplemented\"[^}]*\\} [1-9]")
                    .contains("plugstream_gateway_answer_seconds_bucket{action=\"Heartbeat\"")
                    .contains("plugstream_gateway_recorded_seconds_bucket{action=\"StartTransaction\"")
                    .doesNotContain("plugstream_gateway_recorded_seconds_bucket{action=\"Heartbeat\"")
                    .contains("plugstream_gateway_publish_seconds_count{outcome=\"acknowledged\"")
                    .doesNotContain("Evil");
        }
    }

    private static String actuator(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(
                                            "http://localhost:" + gateway.managementPort() + "/actuator/" + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    private static ChargerId registered() throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics.register(id, "secret");
        awaitRegistrations(gateway, id);
        return id;
    }

    /** Until the gateway knows the charger: a handshake without a password is then refused for that alone. */
    private static void awaitRegistrations(RunningGateway gateway, ChargerId id) {
        String path = java.net.URLEncoder.encode(id.chargeBoxId(), java.nio.charset.StandardCharsets.UTF_8)
                .replace("+", "%20");
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() ->
                        handshake(gateway, id.organisationId() + '/' + path, "").statusCode() != 404);
    }

    private static TestCharger connect(ChargerId id) throws Exception {
        return connect(gateway, id);
    }

    private static TestCharger connect(RunningGateway gateway, ChargerId id) throws Exception {
        return TestCharger.connect(gateway.port(), id.organisationId(), id.chargeBoxId(), "secret");
    }

    private static int startTransaction(TestCharger charger) throws Exception {
        return charger.call("StartTransaction", START).get("transactionId").intValue();
    }

    private static String stop(int transactionId) {
        return "{'transactionId':" + transactionId + ",'meterStop':4000,'timestamp':'2026-11-21T09:10:00Z'}";
    }

    private static HttpResponse<?> handshake(String path, String credentials) {
        return handshake(gateway, path, credentials);
    }

    private static HttpResponse<?> handshake(RunningGateway gateway, String path, String credentials) {
        Throwable failure = catchThrowable(
                () -> TestCharger.open(new WebSocket.Listener() {}, gateway.port(), path, credentials, "ocpp1.6")
                        .get());
        assertThat(failure)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
        return ((WebSocketHandshakeException) Objects.requireNonNull(failure.getCause())).getResponse();
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

    private static RawMeterValue raw(String timestamp, String value) {
        return new RawMeterValue(
                Instant.parse(timestamp),
                "Energy.Active.Import.Register",
                value,
                "Raw",
                "Wh",
                null,
                "Outlet",
                "Sample.Periodic");
    }

    private static MeterValue energy(String time, String value) {
        return new MeterValue(
                Instant.parse(time),
                "Energy.Active.Import.Register",
                new BigDecimal(value),
                "Wh",
                null,
                "Outlet",
                "Sample.Periodic");
    }
}
