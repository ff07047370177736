package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.AnswerMode;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol.Call;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Commands to an OCPP 2.0.1 station with two EVSEs. */
class CommandsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");

    private final StationBench bench = new StationBench(NOW);

    @Test
    void bootsAndShowsEveryConnector() {
        assertThat(bench.sent)
                .extracting(Call::action)
                .containsExactly("BootNotification", "NotifyEvent", "StatusNotification", "StatusNotification");
        assertThat(payload(0).at("/chargingStation/serialNumber").asString()).isEqualTo("SERIAL");
        assertThat(payload(2).path("connectorStatus").asString()).isEqualTo("Available");
        assertThat(payload(3).path("evseId").asInt()).isEqualTo(2);
    }

    @Test
    void variablesAreReadAndWrittenOneByOne() throws Exception {
        assertThat(bench.asked(
                        "SetVariables",
                        "{'setVariableData':[" + variable("SampledDataCtrlr", "txupdatedinterval", "5")
                                + "," + variable("SampledDataCtrlr", "Nonsense", "5")
                                + "," + variable("Nonsense", "TxUpdatedInterval", "5")
                                + "," + variable("TxCtrlr", "EVConnectionTimeOut", "never") + "]}"))
                .satisfies(answer -> assertThat(statuses(answer, "setVariableResult"))
                        .containsExactly("Accepted", "UnknownVariable", "UnknownComponent", "Rejected"));
        var read = bench.asked(
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
    void statusMessagesOfUpdatesAndLogsNameTheirRequest() throws Exception {
        bench.sent.clear();
        assertThat(bench.asked(
                        "UpdateFirmware",
                        "{'requestId':3,'firmware':{'location':'ftp://x','retrieveDateTime':'2026-01-31T08:00:00Z'}}"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.asked(
                        "GetLog", "{'requestId':4,'logType':'DiagnosticsLog','log':{'remoteLocation':'ftp://x'}}"))
                .contains("'status':'Accepted'", "'filename':'SERIAL-diagnostics.txt'");
        assertThat(bench.asked("TriggerMessage", "{'requestedMessage':'FirmwareStatusNotification'}"))
                .isEqualTo("{'status':'Accepted'}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ChangeAvailability | {'operationalStatus':'Inoperative','evse':{'id':1}} | {'status':'Accepted'}",
                "ChangeAvailability | {'operationalStatus':'Operative'} | {'status':'Accepted'}",
                "ChangeAvailability | {'operationalStatus':'Inoperative','evse':{'id':1,'connectorId':2}}"
                        + " | {'status':'Rejected'}",
                "TriggerMessage | {'requestedMessage':'StatusNotification','evse':{'id':1,'connectorId':1}}"
                        + " | {'status':'Accepted'}",
                "TriggerMessage | {'requestedMessage':'StatusNotification','evse':{'id':1,'connectorId':2}}"
                        + " | {'status':'Rejected'}",
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
                "UnlockConnector | {'evseId':1,'connectorId':2} | {'status':'UnknownConnector'}",
                "UnlockConnector | {'evseId':1,'connectorId':1} | {'status':'Unlocked'}",
                "GetTransactionStatus | {} | {'messagesInQueue':false}"
            })
    void answersCommands(String action, String payload, String answer) throws Exception {
        assertThat(bench.asked(action, payload)).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({"RequestStartTransaction, RemoteStartTransaction", "RequestStartTransaction, RequestStartTransaction"})
    void answerModesApplyUnderTheNamesOfBothVersions(String action, String ordered) throws Exception {
        bench.charger().answerWith(ordered, AnswerMode.REJECT);
        assertThat(bench.asked(action, StationBench.REMOTE_START)).isEqualTo("{'status':'Rejected'}");
        bench.charger().answerWith(ordered, AnswerMode.SILENCE);
        assertThat(bench.asked(action, StationBench.REMOTE_START)).isEqualTo("nothing");
        bench.charger().answerWith(ordered, AnswerMode.ERROR);
        assertThat(bench.asked(action, StationBench.REMOTE_START)).isEqualTo("CALLERROR InternalError");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RemoteStartTransaction", "GetConfiguration", "Nonsense"})
    void actionsThatThisVersionLacksAreNotImplemented(String action) throws Exception {
        assertThat(new Ocpp201().read(action, Json.mapper().readTree("{}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'type':'Hard'}", "{'type':1}", "{'type':null}"})
    void unreadablePayloadsAreMalformed(String payload) {
        assertThatThrownBy(() -> bench.asked("Reset", payload))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("type");
    }

    private JsonNode payload(int place) {
        return StationBench.json(bench.sent.get(place));
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
