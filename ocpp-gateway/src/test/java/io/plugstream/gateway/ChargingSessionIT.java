package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
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
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A charger's messages in a session and the resulting events. */
class ChargingSessionIT {

    private static final String START =
            "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T10:00:00+01:00'}";

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void aChargingSessionBecomesItsEvents() throws Exception {
        ChargerId id = SharedGateway.registered();
        int transactionId;
        try (TestCharger charger = gateway.connect(id)) {
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
            charger.call(
                    "MeterValues",
                    "{'connectorId':1,'transactionId':" + transactionId
                            + ",'meterValue':[{'timestamp':'2026-11-21T09:08:00Z','sampledValue':[{'value':'3'}]}]}");
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
                        new TransactionStopped(transactionId, box, 1, "TAG", 1500L, 4000, 2500L, "Remote"),
                        new TransactionUpdated(transactionId, box, 1, List.of(energy("2026-11-21T09:08:00Z", "3"))));
        assertThat(transaction.stream().map(EventRecord::recordOnly))
                .containsExactly(false, false, true, true, false, true);
        assertThat(transaction.getFirst().occurredAt()).isEqualTo(Instant.parse("2026-11-21T09:00:00Z"));
        assertThat(transaction.getFirst().organisationId()).isEqualTo("demo");
        assertThat(transaction.getFirst().mode()).isEqualTo(Mode.LIVE);
        assertThat(transaction.getFirst().protocol()).isEqualTo("ocpp1.6");
        assertThat(transaction.stream().map(EventRecord::eventId))
                .doesNotHaveDuplicates()
                .allMatch(event -> event.version() == 7);
        // The end has the same sequence number whichever gateway reports it.
        assertThat(topics.chargerEvents(id).stream().map(EventRecord::sequence))
                .containsExactly(1L, 2L, (1L << 53) - 1);
        assertThat(topics.chargerEvents(id).stream()
                        .map(EventRecord::connectionId)
                        .distinct())
                .hasSize(1);
    }

    @Test
    void onlyStatusChangesAreEventsEvenAcrossReconnects() throws Exception {
        ChargerId id = SharedGateway.registered();
        String available = "{'connectorId':1,'errorCode':'NoError','status':'Available'}";
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("StatusNotification", available);
            charger.call("StatusNotification", available);
        }
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("StatusNotification", available);
            charger.call("StatusNotification", available.replace("'NoError'", "'OtherError','vendorErrorCode':'E1'"));
            charger.call("StatusNotification", available.replace("'NoError'", "'OtherError','vendorErrorCode':'E2'"));
        }
        assertThat(topics.connectorEvents(id).stream().map(EventRecord::recordOnly))
                .containsExactly(false, true, true, false, false);
    }

    @Test
    void badFramesAreAnsweredAndTheSocketStaysOpen() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = gateway.connect(id)) {
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
    void callsAreAnsweredInOrder() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = gateway.connect(id)) {
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
    void exposesHealthAndMetrics() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = gateway.connect(id)) {
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
