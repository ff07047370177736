package io.plugstream.model.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class EventRecordTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");

    @ParameterizedTest
    @MethodSource("oneOfEach")
    void survivesTheTopicUnchanged(ChargerEvent event) {
        EventRecord record = recordOf(event, NOW);
        var topic = Topics.of(event);

        byte[] bytes = topic.values().serializer().serialize(topic.name(), record);

        assertThat(topic.values().deserializer().deserialize(topic.name(), bytes))
                .isEqualTo(record);
    }

    @ParameterizedTest
    @MethodSource("oneOfEach")
    void namesItsTypeOnceInTheTopic(ChargerEvent event) {
        var json = Json.mapper().readTree(Json.mapper().writeValueAsString(recordOf(event, NOW)));

        assertThat(json.get("type").stringValue()).isEqualTo(event.type().wireName());
        assertThat(json.get("data").has("type")).isFalse();
    }

    @Test
    void envelopeOfAStartHasExactlyTheDocumentedFields() {
        EventRecord record = recordOf(new TransactionStarted(7, "CP-1", 2, "TAG", 1500), NOW);

        assertThat(Json.mapper().writeValueAsString(record.envelope()))
                .isEqualTo("{\"event\":\"transaction.started\",\"timestamp\":\"2026-01-31T09:00:00.000Z\",\"data\":"
                        + "{\"transactionId\":7,\"chargeBoxId\":\"CP-1\",\"connectorId\":2,\"idTag\":\"TAG\","
                        + "\"meterStart\":1500}}");
    }

    @Test
    void envelopeOfAConnectionHasExactlyTheDocumentedFields() {
        assertThat(Json.mapper()
                        .writeValueAsString(
                                recordOf(new ChargerConnected("CP-1"), NOW).envelope()))
                .isEqualTo("{\"event\":\"charger.connected\",\"timestamp\":\"2026-01-31T09:00:00.000Z\",\"data\":"
                        + "{\"chargeBoxId\":\"CP-1\"}}");
    }

    @ParameterizedTest
    @CsvSource({"PT5M, true", "PT5M0.001S, false", "PT-168H, true", "PT-168H-0.001S, false", "PT0S, true"})
    void chargersClockIsAcceptedFromFiveMinutesAheadToSevenDaysBehind(Duration offset, boolean believed) {
        EventRecord record = recordOf(new ChargerConnected("CP-1"), NOW.plus(offset));

        assertThat(record.timestamp()).isEqualTo(believed ? NOW.plus(offset) : NOW);
        assertThat(record.oddClock()).isEqualTo(!believed);
    }

    @Test
    void anOddClockIsFlaggedInTheTopicAndOnlyThere() {
        EventRecord odd = recordOf(new ChargerConnected("CP-1"), NOW.plus(Duration.ofHours(1)));
        EventRecord even = recordOf(new ChargerConnected("CP-1"), NOW);

        assertThat(json(odd).get("oddClock").booleanValue()).isTrue();
        assertThat(json(even).has("oddClock")).isFalse();
        assertThat(json(odd.envelope()).has("oddClock")).isFalse();
        assertThat(Json.mapper().readValue(json(odd).toString(), EventRecord.class))
                .isEqualTo(odd);
    }

    @Test
    void anUpdateWithoutRawValuesHasNoFieldForThem() {
        JsonNode update = json(new TransactionUpdated(7, "CP-1", 1, List.of()));

        assertThat(update.propertyNames())
                .containsExactly("transactionId", "chargeBoxId", "connectorId", "meterValues");
    }

    @ParameterizedTest
    @MethodSource("oneNotificationOfEach")
    void notificationsSurviveTheirTopicUnchanged(ChargerNotification notification) {
        NotificationRecord record = new NotificationRecord(
                new UUID(1, 2), "demo", Mode.TEST, "CP-1", NOW, NOW, new UUID(3, 4), 5, "ocpp1.6", notification);
        var topic = Topics.CHARGER_NOTIFICATIONS;

        byte[] bytes = topic.values().serializer().serialize(topic.name(), record);

        assertThat(topic.values().deserializer().deserialize(topic.name(), bytes))
                .isEqualTo(record);
    }

    static Stream<ChargerNotification> oneNotificationOfEach() {
        return Stream.of(
                new ChargerNotification.DataTransfer("com.acme", "hello", "world"),
                new ChargerNotification.DiagnosticsStatus("Uploading"),
                new ChargerNotification.FirmwareStatus("Installed"),
                new ChargerNotification.SignedFirmwareStatus("InvalidSignature", 7),
                new ChargerNotification.LogStatus("Idle", null),
                new ChargerNotification.SecurityEvent("InvalidFirmwareSignature", null),
                new ChargerNotification.CertificateRequest("csr"),
                new ChargerNotification.StationMessage(
                        "ReservationStatusUpdate", Json.mapper().readTree("{\"reservationId\":7}")));
    }

    private static JsonNode json(Object value) {
        return Json.mapper().readTree(Json.mapper().writeValueAsString(value));
    }

    static Stream<ChargerEvent> oneOfEach() {
        return Stream.of(
                new ChargerConnected("CP-1"),
                new ChargerDisconnected("CP-1", "closed"),
                new ChargerBooted("CP-1", "Acme", "One", null, "1.0"),
                new ConnectorStatusChanged("CP-1", 1, "Charging", "NoError", null, null),
                new TransactionStarted(7, "CP-1", 1, "TAG", 0),
                new TransactionUpdated(
                        7,
                        "CP-1",
                        1,
                        List.of(new MeterValue(
                                NOW,
                                "Energy.Active.Import.Register",
                                new BigDecimal("1500.5"),
                                "Wh",
                                null,
                                "Outlet",
                                "Sample.Periodic"))),
                new TransactionUpdated(
                        null,
                        "CP-1",
                        0,
                        List.of(),
                        List.of(new RawMeterValue(
                                NOW, "Energy.Active.Import.Register", "x", "Raw", "kWh", null, "Outlet", null))),
                new TransactionStopped(7, "CP-1", 1, "TAG", 0L, 1500, 1500L, "Local"),
                new TransactionStopped(8, "CP-1", null, null, null, 1500, null, "Local"));
    }

    private static EventRecord recordOf(ChargerEvent event, Instant occurredAt) {
        return new EventRecord(
                UUID.fromString("019400a0-0000-7000-8000-000000000001"),
                "demo",
                Mode.LIVE,
                event.chargeBoxId(),
                occurredAt,
                NOW,
                UUID.fromString("019400a0-0000-7000-8000-000000000002"),
                3,
                "ocpp1.6",
                false,
                event);
    }
}
