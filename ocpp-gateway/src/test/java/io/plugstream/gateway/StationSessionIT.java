package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The messages of an OCPP 2.0.1 station in a session and the resulting events. */
class StationSessionIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();
    private static final RunningGateway other = SharedGateway.other();

    /** The car is plugged in before the token is shown. */
    @Test
    @OcaCase("TC_B_01_CSMS")
    @OcaCase("TC_E_03_CSMS")
    @OcaCase("TC_E_09_CSMS")
    @OcaCase("TC_J_08_CSMS")
    @OcaCase("TC_J_09_CSMS")
    @OcaCase("TC_J_10_CSMS")
    void aSessionIsPublishedLikeThatOfAnyCharger() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            assertThat(station.call(
                                    "BootNotification",
                                    "{'reason':'PowerUp','chargingStation':{'model':'One','vendorName':'Acme','serialNumber':'S1'}}")
                            .get("status")
                            .stringValue())
                    .isEqualTo("Accepted");
            status(station, "Occupied");
            event(station, "Started", 0, "CablePluggedIn", "'evse':{'id':1,'connectorId':1}", "EVConnected", "");
            event(station, "Updated", 1, "MeterValuePeriodic", meter(1, 1000, "Sample.Periodic"), "", "");
            assertThat(event(station, "Updated", 2, "Authorized", token("TAG"), "", "")
                            .toString())
                    .isEqualTo("{\"idTokenInfo\":{\"status\":\"Accepted\"}}");
            event(station, "Updated", 3, "ChargingStateChanged", meter(3, 1000, "Transaction.Begin"), "Charging", "");
            event(station, "Updated", 4, "MeterValuePeriodic", meter(4, 2500, "Sample.Periodic"), "", "");
            event(station, "Updated", 5, "StopAuthorized", token("TAG"), "EVConnected", "");
            event(
                    station,
                    "Ended",
                    6,
                    "EVDeparted",
                    meter(6, 4000, "Transaction.End"),
                    "Idle",
                    "'stoppedReason':'Local'");
            status(station, "Available");
        }
        String box = id.chargeBoxId();
        assertThat(data(topics.chargerEvents(id)).subList(0, 2))
                .containsExactly(new ChargerConnected(box), new ChargerBooted(box, "Acme", "One", "S1", null));
        assertThat(data(topics.connectorEvents(id)))
                .containsExactly(
                        changed(box, "Preparing"),
                        changed(box, "Charging"),
                        changed(box, "Finishing"),
                        changed(box, "Available"));
        List<EventRecord> records = topics.transactionEvents(id).stream()
                .filter(record -> !record.recordOnly())
                .toList();
        int transactionId = ((TransactionStarted) records.getFirst().data()).transactionId();
        assertThat(data(records))
                .containsExactly(
                        new TransactionStarted(transactionId, box, 1, "TAG", 0),
                        updated(transactionId, box, 1, 1000, "Sample.Periodic"),
                        updated(transactionId, box, 3, 1000, "Transaction.Begin"),
                        updated(transactionId, box, 4, 2500, "Sample.Periodic"),
                        new TransactionStopped(transactionId, box, 1, "TAG", 1000L, 4000, 3000L, "Local"));
        assertThat(records).allSatisfy(record -> assertThat(record.protocol()).isEqualTo("ocpp2.0.1"));
        assertThat(records.stream()
                        .filter(record -> record.data() instanceof TransactionUpdated)
                        .map(EventRecord::station))
                .as("the meter of the running transaction")
                .containsExactly(
                        StationFacts.ofMeter(new StationFacts.Meter(1000, 1000)),
                        StationFacts.ofMeter(new StationFacts.Meter(1000, 1000)),
                        StationFacts.ofMeter(new StationFacts.Meter(1000, 2500)));
    }

    /** Every event is repeated at another gateway. */
    @Test
    void lateAndRepeatedEventsArePublishedOnce() throws Exception {
        ChargerId id = registered();
        for (RunningGateway one : List.of(gateway, other, gateway)) {
            try (TestCharger station = connect(one, id)) {
                event(station, "Started", 0, "Authorized", "'evse':{'id':2}," + token("TAG"), "EVConnected", "");
                event(station, "Ended", 3, "EVDeparted", meter(3, 500, "Transaction.End"), "Idle", "'offline':true");
                event(station, "Updated", 1, "MeterValuePeriodic", meter(1, 100, "Sample.Periodic"), "", "");
                event(station, "Updated", 2, "MeterValuePeriodic", meter(2, 200, "Sample.Periodic"), "", "");
            }
        }
        List<EventRecord> records = topics.transactionEvents(id).stream()
                .filter(record -> !record.recordOnly())
                .toList();
        assertThat(records.stream().map(record -> record.data().getClass().getSimpleName()))
                .containsExactly("TransactionStarted", "TransactionStopped");
    }

    /** Another gateway received the readings and noted them only as events (ADR 83). */
    @Test
    void anEndWithoutAMeterReadingUsesTheLastReadingOfAllGateways() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            event(station, "Started", 0, "Authorized", "'evse':{'id':1}," + token("TAG"), "EVConnected", "");
            event(station, "Updated", 1, "ChargingStateChanged", meter(1, 1000, "Transaction.Begin"), "Charging", "");
            event(station, "Updated", 2, "MeterValuePeriodic", meter(2, 1500, "Sample.Periodic"), "", "");
            event(station, "Updated", 3, "MeterValuePeriodic", meter(3, 2000, "Sample.Periodic"), "", "");
        }
        try (TestCharger station = connect(other, id)) {
            event(station, "Ended", 4, "EVDeparted", "", "Idle", "");
        }
        assertThat(data(topics.transactionEvents(id)))
                .last()
                .isInstanceOfSatisfying(TransactionStopped.class, stopped -> {
                    assertThat(stopped.meterStop()).isEqualTo(2000);
                    assertThat(stopped.energyWh()).isEqualTo(1000L);
                });
    }

    @Test
    void onlyTheLatestFaultyLocksAreRemembered() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            locksFail(station, 1, 1);
            status(station, "Faulted");
            status(station, "Available");
            for (int evseId = 2; evseId < 300; evseId += 100) {
                locksFail(station, evseId, 100);
            }
            status(station, "Faulted");
        }
        assertThat(data(topics.connectorEvents(id)))
                .extracting(event -> ((ConnectorStatusChanged) event).errorCode())
                .containsExactly("ConnectorLockFailure", "NoError", "OtherError");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[2,'7','Authorize',{}]                                  | OccurrenceConstraintViolation | 7",
                "[2,'7','Reset',{'type':'OnIdle'}]                       | NotSupported                  | 7",
                "[2,'7','StartTransaction',{}]                           | NotImplemented                | 7",
                "[2,'7','Get15118EVCertificate',{'iso15118SchemaVersion':'1','action':'Install','exiRequest':'x'}] | NotSupported | 7",
                "[2,'7','Heartbeat',[]]                                  | FormatViolation               | 7",
                "[9,'7']                                                 | MessageTypeNotSupported       | 7",
                "[2,7,'Heartbeat',{}]                                    | RpcFrameworkError             | -1"
            })
    void errorsHaveTheCodesOfTheVersion(String frame, String code, String messageId) throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            station.send(frame.replace('\'', '"'));
            var answer = station.receive();
            assertThat(answer.get(0).intValue()).isEqualTo(4);
            assertThat(answer.get(1).stringValue()).isEqualTo(messageId);
            assertThat(answer.get(2).stringValue()).isEqualTo(code);
        }
    }

    /** The gateway selects the first offered version that it supports. */
    @ParameterizedTest
    @CsvSource({"'ocpp2.0.1,ocpp1.6', ocpp2.0.1", "'ocpp1.6,ocpp2.0.1', ocpp1.6", "'ocpp2.1,ocpp2.0.1', ocpp2.0.1"})
    void theStationsOrderDecidesTheVersion(String offered, String chosen) throws Exception {
        ChargerId id = registered();
        byte[] credentials = (id.chargeBoxId() + ":secret").getBytes(StandardCharsets.UTF_8);
        try (RawCharger station = RawCharger.shakeHands(gateway.port(), "/ocpp/" + id, credentials, offered)) {
            assertThat(station.header("Sec-WebSocket-Protocol")).isEqualTo(chosen);
        }
    }

    private static ChargerId registered() throws Exception {
        ChargerId id = new ChargerId("demo", "CS-" + UUID.randomUUID());
        topics.register(id, "secret");
        gateway.awaitKnown(id);
        other.awaitKnown(id);
        return id;
    }

    private static TestCharger connect(RunningGateway to, ChargerId id) throws Exception {
        return TestCharger.withProtocol(to.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1");
    }

    private static void status(TestCharger station, String word) throws Exception {
        assertThat(station.call(
                        "StatusNotification",
                        "{'timestamp':'2026-11-21T09:00:00Z','evseId':1,'connectorId':1,'connectorStatus':'" + word
                                + "'}"))
                .isEmpty();
    }

    private static void locksFail(TestCharger station, int firstEvse, int count) throws Exception {
        String events = IntStream.range(firstEvse, firstEvse + count)
                .mapToObj(evseId ->
                        "{'eventId':1,'timestamp':'2026-11-21T09:00:00Z','trigger':'Alerting','actualValue':'true',"
                                + "'eventNotificationType':'HardWiredNotification','component':{'name':'ConnectorPlugRetentionLock',"
                                + "'evse':{'id':" + evseId + "}},'variable':{'name':'Problem'}}")
                .collect(Collectors.joining(","));
        assertThat(station.call(
                        "NotifyEvent", "{'generatedAt':'2026-11-21T09:00:00Z','seqNo':0,'eventData':[" + events + "]}"))
                .isEmpty();
    }

    private static JsonNode event(
            TestCharger station, String type, int seqNo, String trigger, String fields, String state, String more)
            throws Exception {
        boolean isFact = more.startsWith("'stoppedReason'");
        return station.call(
                "TransactionEvent",
                "{'eventType':'" + type + "','timestamp':'2026-11-21T09:00:0" + seqNo + "Z','seqNo':" + seqNo
                        + ",'triggerReason':'" + trigger + "','transactionInfo':{'transactionId':'one'"
                        + (state.isEmpty() ? "" : ",'chargingState':'" + state + "'")
                        + (isFact ? "," + more : "") + "}"
                        + (fields.isEmpty() ? "" : "," + fields)
                        + (isFact || more.isEmpty() ? "" : "," + more) + "}");
    }

    private static String token(String idToken) {
        return "'idToken':{'idToken':'" + idToken + "','type':'ISO14443'}";
    }

    private static String meter(int second, int value, String context) {
        return "'meterValue':[{'timestamp':'2026-11-21T09:00:0" + second + "Z','sampledValue':[{'value':" + value
                + ",'context':'" + context + "'}]}]";
    }

    private static TransactionUpdated updated(int transactionId, String box, int second, int value, String context) {
        return new TransactionUpdated(
                transactionId,
                box,
                1,
                List.of(new MeterValue(
                        Instant.parse("2026-11-21T09:00:0" + second + "Z"),
                        "Energy.Active.Import.Register",
                        BigDecimal.valueOf(value),
                        "Wh",
                        null,
                        "Outlet",
                        context)));
    }

    private static ConnectorStatusChanged changed(String box, String status) {
        return new ConnectorStatusChanged(box, 1, status, "NoError", null, null);
    }

    private static List<ChargerEvent> data(List<EventRecord> records) {
        return records.stream().map(EventRecord::data).toList();
    }
}
