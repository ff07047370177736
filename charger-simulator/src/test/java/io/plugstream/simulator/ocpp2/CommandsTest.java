package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.Answering;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol.Call;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A station of two EVSEs, in the words of OCPP 2.0.1. */
class CommandsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");
    private static final String REMOTE_START =
            "{'idToken':{'idToken':'A','type':'ISO14443'},'remoteStartId':5,'evseId':2}";

    private final StationBench bench = new StationBench(NOW);
    private final List<Call> said = bench.said;
    private final Charger charger = bench.charger();

    @Test
    void bootsAndShowsEveryConnector() {
        assertThat(said)
                .extracting(Call::action)
                .containsExactly("BootNotification", "NotifyEvent", "StatusNotification", "StatusNotification");
        assertThat(payload(0).at("/chargingStation/serialNumber").asString()).isEqualTo("SERIAL");
        assertThat(payload(2).path("connectorStatus").asString()).isEqualTo("Available");
        assertThat(payload(3).path("evseId").asInt()).isEqualTo(2);
    }

    @Test
    void tellsASessionInEventsThatAreNumbered() throws Exception {
        said.clear();
        charger.plugIn(1);
        charger.swipe(1, "A");
        talk();
        charger.read(1);
        talk();
        charger.swipe(1, "A");
        charger.unplug(1);
        talk();

        var events = events();
        assertThat(events)
                .extracting(event -> event.path("eventType").asString()
                        + " "
                        + event.path("triggerReason").asString()
                        + " "
                        + event.path("seqNo").asInt()
                        + " "
                        + event.at("/transactionInfo/chargingState").asString(""))
                .containsExactly(
                        "Started Authorized 0 EVConnected",
                        "Updated ChargingStateChanged 1 Charging",
                        "Updated MeterValuePeriodic 2 ",
                        "Ended StopAuthorized 3 ");
        assertThat(events)
                .extracting(event -> event.at("/transactionInfo/transactionId").asString())
                .hasSize(4)
                .containsOnly(
                        events.getFirst().at("/transactionInfo/transactionId").asString());
        assertThat(events.getFirst().at("/idToken/idToken").asString()).isEqualTo("A");
        assertThat(events.getFirst().at("/meterValue/0/sampledValue/0/context").asString())
                .isEqualTo("Transaction.Begin");
        assertThat(events.getLast().at("/transactionInfo/stoppedReason").asString())
                .isEqualTo("Local");
        assertThat(said)
                .filteredOn(call -> call.action().equals("StatusNotification"))
                .extracting(call -> json(call).path("connectorStatus").asString())
                .as("a plug is in use as long as the car is there")
                .containsExactly("Occupied", "Available");
    }

    @Test
    void whatIsToldOfATransactionWaitsForTheNextConnection() {
        charger.plugIn(1);
        charger.swipe(1, "A");
        talk();
        said.clear();
        charger.disconnected();
        charger.read(1);
        charger.swipe(1, "A");
        charger.connected();
        talk();

        assertThat(events()).extracting(event -> event.path("seqNo").asInt()).containsExactly(2, 3);
    }

    @Test
    void aRemoteStartIsNamedByTheTransactionThatFollows() throws Exception {
        assertThat(asked("RequestStartTransaction", REMOTE_START)).isEqualTo("{'status':'Accepted'}");
        assertThat(asked("RequestStartTransaction", REMOTE_START)).isEqualTo("{'status':'Rejected'}");
        charger.plugIn(2);
        talk();

        var start = events().getFirst();
        assertThat(start.at("/transactionInfo/remoteStartId").asInt()).isEqualTo(5);
        assertThat(start.path("triggerReason").asString()).isEqualTo("RemoteStart");
        assertThat(start.at("/evse/id").asInt()).isEqualTo(2);

        var transaction = start.at("/transactionInfo/transactionId").asString();
        assertThat(asked("GetTransactionStatus", "{'transactionId':'" + transaction + "'}"))
                .contains("'ongoingIndicator':true", "'messagesInQueue':false");
        assertThat(asked("UnlockConnector", "{'evseId':2,'connectorId':1}"))
                .isEqualTo("{'status':'OngoingAuthorizedTransaction'}");
        assertThat(asked("RequestStopTransaction", "{'transactionId':'another'}"))
                .isEqualTo("{'status':'Rejected'}");
        assertThat(asked("RequestStopTransaction", "{'transactionId':'" + transaction + "'}"))
                .isEqualTo("{'status':'Accepted'}");
        talk();
        assertThat(events().getLast().path("triggerReason").asString()).isEqualTo("RemoteStop");
    }

    @Test
    void variablesAreReadAndWrittenOneByOne() throws Exception {
        assertThat(asked(
                        "SetVariables",
                        "{'setVariableData':[" + variable("SampledDataCtrlr", "txupdatedinterval", "5")
                                + "," + variable("SampledDataCtrlr", "Nonsense", "5")
                                + "," + variable("Nonsense", "TxUpdatedInterval", "5")
                                + "," + variable("TxCtrlr", "EVConnectionTimeOut", "never") + "]}"))
                .satisfies(answer -> assertThat(statuses(answer, "setVariableResult"))
                        .containsExactly("Accepted", "UnknownVariable", "UnknownComponent", "Rejected"));
        var read = asked(
                "GetVariables",
                "{'getVariableData':[" + variable("SampledDataCtrlr", "TxUpdatedInterval", "") + ","
                        + variable("Nonsense", "Name", "") + "]}");
        assertThat(statuses(read, "getVariableResult")).containsExactly("Accepted", "UnknownComponent");
        assertThat(StationBench.parsed(read)
                        .at("/getVariableResult/0/attributeValue")
                        .asString())
                .isEqualTo("5");
        assertThat(StationBench.parsed(read)
                        .at("/getVariableResult/1/component/name")
                        .asString())
                .isEqualTo("Nonsense");
    }

    @Test
    void aResetWaitsForTheEndOfATransactionIfItIsToldTo() throws Exception {
        charger.plugIn(1);
        charger.swipe(1, "A");
        talk();
        assertThat(asked("Reset", "{'type':'OnIdle'}")).isEqualTo("{'status':'Scheduled'}");
        charger.tick();
        assertThat(charger.isReadyToRestart()).isFalse();
        assertThat(charger.state().isCharging()).isTrue();
        charger.swipe(1, "A");
        talk();
        charger.tick();
        assertThat(charger.isReadyToRestart()).isTrue();
    }

    @Test
    void anImmediateResetEndsTransactions() throws Exception {
        charger.plugIn(1);
        charger.swipe(1, "A");
        talk();
        assertThat(asked("Reset", "{'type':'Immediate'}")).isEqualTo("{'status':'Accepted'}");
        talk();
        assertThat(events().getLast().at("/transactionInfo/stoppedReason").asString())
                .isEqualTo("ImmediateReset");
    }

    @Test
    void updatesAndLogsNameTheirRequest() throws Exception {
        said.clear();
        assertThat(asked(
                        "UpdateFirmware",
                        "{'requestId':3,'firmware':{'location':'ftp://x','retrieveDateTime':'2026-01-31T08:00:00Z'}}"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(asked("GetLog", "{'requestId':4,'logType':'DiagnosticsLog','log':{'remoteLocation':'ftp://x'}}"))
                .contains("'status':'Accepted'", "'filename':'SERIAL-diagnostics.txt'");
        assertThat(asked("TriggerMessage", "{'requestedMessage':'FirmwareStatusNotification'}"))
                .isEqualTo("{'status':'Accepted'}");
    }

    @Test
    void aMeterThatIsAskedForIsReadOutsideOfTheTransaction() throws Exception {
        charger.plugIn(1);
        charger.swipe(1, "A");
        talk();
        said.clear();
        asked("TriggerMessage", "{'requestedMessage':'MeterValues','evse':{'id':1}}");
        asked("TriggerMessage", "{'requestedMessage':'TransactionEvent'}");
        asked("TriggerMessage", "{'requestedMessage':'StatusNotification','evse':{'id':1,'connectorId':1}}");
        talk();
        assertThat(said)
                .extracting(Call::action)
                .containsExactly("MeterValues", "TransactionEvent", "StatusNotification");
        assertThat(asked("TriggerMessage", "{'requestedMessage':'SignCombinedCertificate'}"))
                .isEqualTo("{'status':'NotImplemented'}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ChangeAvailability | {'operationalStatus':'Inoperative','evse':{'id':1}} | {'status':'Accepted'}",
                "ChangeAvailability | {'operationalStatus':'Operative'} | {'status':'Accepted'}",
                "ClearCache | {} | {'status':'Accepted'}",
                "DataTransfer | {'vendorId':'v'} | {'status':'UnknownVendorId'}",
                "GetLocalListVersion | {} | {'versionNumber':0}",
                "SendLocalList | {'versionNumber':1,'updateType':'Full'} | {'status':'Accepted'}",
                "SendLocalList | {'versionNumber':0,'updateType':'Full'} | {'status':'VersionMismatch'}",
                "CancelReservation | {'reservationId':1} | {'status':'Rejected'}",
                "ReserveNow | {'id':1,'evseId':1,'idToken':{'idToken':'A','type':'ISO14443'},"
                        + "'expiryDateTime':'2026-01-31T10:00:00Z'} | {'status':'Accepted'}",
                "ClearChargingProfile | {'chargingProfileCriteria':{'stackLevel':0}} | {'status':'Unknown'}",
                "UnlockConnector | {'evseId':3,'connectorId':1} | {'status':'UnknownConnector'}",
                "UnlockConnector | {'evseId':1,'connectorId':1} | {'status':'Unlocked'}",
                "GetTransactionStatus | {} | {'messagesInQueue':false}"
            })
    void answersWhatItIsAskedFor(String action, String payload, String answer) throws Exception {
        assertThat(asked(action, payload)).isEqualTo(answer);
    }

    @Test
    void aProfileLimitsWhatIsCharged() throws Exception {
        assertThat(asked(
                        "SetChargingProfile",
                        "{'evseId':1,'chargingProfile':{'id':1,'stackLevel':0,"
                                + "'chargingProfilePurpose':'TxDefaultProfile','chargingProfileKind':'Absolute',"
                                + "'chargingSchedule':[{'id':1,'startSchedule':'2026-01-31T09:00:00Z',"
                                + "'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':0}]}]}}"))
                .isEqualTo("{'status':'Accepted'}");
        charger.plugIn(1);
        charger.swipe(1, "A");
        talk();
        assertThat(events().getLast().at("/transactionInfo/chargingState").asString())
                .isEqualTo("SuspendedEVSE");
        assertThat(asked("GetCompositeSchedule", "{'evseId':1,'duration':60}"))
                .contains("'status':'Accepted'", "'evseId':1", "'limit':0");
    }

    @ParameterizedTest
    @CsvSource({"RequestStartTransaction, RemoteStartTransaction", "RequestStartTransaction, RequestStartTransaction"})
    void answersAreOrderedByEitherName(String action, String ordered) throws Exception {
        charger.answerWith(ordered, Answering.REJECT);
        assertThat(asked(action, REMOTE_START)).isEqualTo("{'status':'Rejected'}");
        charger.answerWith(ordered, Answering.SILENCE);
        assertThat(asked(action, REMOTE_START)).isEqualTo("nothing");
        charger.answerWith(ordered, Answering.ERROR);
        assertThat(asked(action, REMOTE_START)).isEqualTo("CALLERROR InternalError");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RemoteStartTransaction", "GetConfiguration", "Nonsense"})
    void whatThisVersionHasNotIsNotImplemented(String action) throws Exception {
        assertThat(new Ocpp201().read(action, Json.mapper().readTree("{}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'type':'Hard'}", "{'type':1}", "{'type':null}"})
    void whatCannotBeUnderstoodIsMalformed(String payload) {
        assertThatThrownBy(() -> asked("Reset", payload))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("type");
    }

    private void talk() {
        bench.talk();
    }

    private String asked(String action, String payload) throws MalformedRequest {
        return bench.asked(action, payload);
    }

    private List<JsonNode> events() {
        return said.stream()
                .filter(call -> call.action().equals("TransactionEvent"))
                .map(CommandsTest::json)
                .toList();
    }

    private JsonNode payload(int place) {
        return json(said.get(place));
    }

    private static JsonNode json(Call call) {
        return Json.mapper().valueToTree(call.payload());
    }

    private static List<String> statuses(String answer, String list) {
        return StationBench.parsed(answer)
                .path(list)
                .valueStream()
                .map(result -> result.path("attributeStatus").asString())
                .toList();
    }

    private static String variable(String component, String name, String value) {
        return "{'component':{'name':'%s'},'variable':{'name':'%s'},'attributeValue':'%s'}"
                .formatted(component, name, value);
    }
}
