package io.plugstream.model.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** An event record that lacks a required field is unreadable. */
class RequiredFieldsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eventId",
                "organisationId",
                "mode",
                "chargeBoxId",
                "occurredAt",
                "receivedAt",
                "connectionId",
                "data"
            })
    void aRecordNeeds(String field) {
        ChargerEvent event = new ChargerConnected("CP-1");
        assertUnreadableWithout(field, event, json(event), "");
    }

    @Test
    void aRecordNeedsItsType() {
        ChargerEvent event = new ChargerConnected("CP-1");
        ObjectNode record = json(event);
        record.remove("type");

        assertThat(isReadable(event, record)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"organisationId, acme/", "organisationId, ''", "chargeBoxId, CP/1", "chargeBoxId, ''"})
    void aRecordNeedsTheValidIdOfACharger(String field, String value) {
        ChargerEvent event = new ChargerConnected("CP-1");
        ObjectNode record = json(event);
        record.put(field, value);

        assertThat(isReadable(event, record)).isFalse();
    }

    static Stream<Arguments> fieldsOfEvents() {
        return Stream.of(
                Arguments.of(new ChargerConnected("CP-1"), List.of("chargeBoxId")),
                Arguments.of(new ChargerDisconnected("CP-1", "closed"), List.of("chargeBoxId", "reason")),
                Arguments.of(
                        new ChargerBooted("CP-1", "Acme", "One", null, null),
                        List.of("chargeBoxId", "vendor", "model")),
                Arguments.of(
                        new ConnectorStatusChanged("CP-1", 1, "Charging", "NoError", null, null),
                        List.of("chargeBoxId", "status", "errorCode")),
                Arguments.of(new TransactionStarted(7, "CP-1", 1, "TAG", 0), List.of("chargeBoxId", "idTag")),
                Arguments.of(new TransactionUpdated(null, "CP-1", 1, List.of()), List.of("chargeBoxId", "meterValues")),
                Arguments.of(
                        new TransactionStopped(7, "CP-1", null, null, null, 1500, null, "Local"),
                        List.of("chargeBoxId", "reason")));
    }

    @ParameterizedTest
    @MethodSource("fieldsOfEvents")
    void anEventNeedsItsFields(ChargerEvent event, List<String> fields) {
        for (String field : fields) {
            assertUnreadableWithout(field, event, json(event), "/data");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"timestamp", "measurand", "value", "unit"})
    void aMeterValueNeeds(String field) {
        ChargerEvent event = new TransactionUpdated(
                7, "CP-1", 1, List.of(new MeterValue(NOW, "Voltage", BigDecimal.TEN, "V", null, null, null)));
        assertUnreadableWithout(field, event, json(event), "/data/meterValues/0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"timestamp", "measurand", "value", "format", "unit"})
    void aRawMeterValueNeeds(String field) {
        ChargerEvent event = new TransactionUpdated(
                7, "CP-1", 1, List.of(), List.of(new RawMeterValue(NOW, "Voltage", "x", "Raw", "V", null, null, null)));
        assertUnreadableWithout(field, event, json(event), "/data/rawValues/0");
    }

    @Test
    void aPlugNeedsItsStatus() {
        ChargerEvent event = new ConnectorStatusChanged("CP-1", 1, "Charging", "NoError", null, null);
        StationFacts facts = StationFacts.ofPlugs(List.of(new StationFacts.Plug(1, "Charging")));
        assertUnreadableWithout("status", event, json(record(event).ofStation(facts)), "/station/plugs/0");
    }

    /** @param place the JSON pointer of the object with {@code field} */
    private static void assertUnreadableWithout(String field, ChargerEvent event, ObjectNode record, String place) {
        assertThat(isReadable(event, record)).isTrue();
        ObjectNode holder = (ObjectNode) record.at(place);
        assertThat(holder.has(field)).isTrue();

        holder.putNull(field);
        assertThat(isReadable(event, record)).as("%s is null", field).isFalse();

        holder.remove(field);
        assertThat(isReadable(event, record)).as("without %s", field).isFalse();
    }

    private static boolean isReadable(ChargerEvent event, ObjectNode record) {
        Topic<?, EventRecord> topic = Topics.of(event);
        return topic.read(Json.mapper().writeValueAsBytes(record)).isPresent();
    }

    private static ObjectNode json(ChargerEvent event) {
        return json(record(event));
    }

    private static ObjectNode json(EventRecord record) {
        return (ObjectNode) Json.mapper().readTree(Json.mapper().writeValueAsBytes(record));
    }

    private static EventRecord record(ChargerEvent event) {
        return new EventRecord(
                new UUID(1, 2), "acme", Mode.LIVE, "CP-1", NOW, NOW, new UUID(3, 4), 1, "ocpp1.6", false, event);
    }
}
