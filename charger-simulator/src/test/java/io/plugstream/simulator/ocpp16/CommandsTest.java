package io.plugstream.simulator.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.Answering;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.protocol.MalformedRequest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The 19 actions of a central system, in the words of OCPP 1.6. */
class CommandsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");

    /** A payload for each action that does something to a free charger with two connectors. */
    private static final Map<CommandAction, String> PAYLOADS = Map.ofEntries(
            Map.entry(CommandAction.CANCEL_RESERVATION, "{'reservationId':1}"),
            Map.entry(CommandAction.CHANGE_AVAILABILITY, "{'connectorId':1,'type':'Operative'}"),
            Map.entry(CommandAction.CHANGE_CONFIGURATION, "{'key':'MeterValueSampleInterval','value':'5'}"),
            Map.entry(CommandAction.CLEAR_CACHE, "{}"),
            Map.entry(CommandAction.CLEAR_CHARGING_PROFILE, "{}"),
            Map.entry(CommandAction.DATA_TRANSFER, "{'vendorId':'v'}"),
            Map.entry(CommandAction.GET_COMPOSITE_SCHEDULE, "{'connectorId':1,'duration':60}"),
            Map.entry(CommandAction.GET_CONFIGURATION, "{}"),
            Map.entry(CommandAction.GET_DIAGNOSTICS, "{'location':'ftp://example.com'}"),
            Map.entry(CommandAction.GET_LOCAL_LIST_VERSION, "{}"),
            Map.entry(CommandAction.REMOTE_START_TRANSACTION, "{'idTag':'A'}"),
            Map.entry(CommandAction.REMOTE_STOP_TRANSACTION, "{'transactionId':7}"),
            Map.entry(
                    CommandAction.RESERVE_NOW,
                    "{'reservationId':1,'connectorId':1,'idTag':'A','expiryDate':'2026-01-31T10:00:00Z'}"),
            Map.entry(CommandAction.RESET, "{'type':'Soft'}"),
            Map.entry(CommandAction.SEND_LOCAL_LIST, "{'listVersion':1,'updateType':'Full'}"),
            Map.entry(
                    CommandAction.SET_CHARGING_PROFILE,
                    "{'connectorId':1,'csChargingProfiles':" + profile("TxDefaultProfile", 16) + "}"),
            Map.entry(CommandAction.TRIGGER_MESSAGE, "{'requestedMessage':'Heartbeat'}"),
            Map.entry(CommandAction.UNLOCK_CONNECTOR, "{'connectorId':1}"),
            Map.entry(
                    CommandAction.UPDATE_FIRMWARE,
                    "{'location':'ftp://example.com','retrieveDate':'2026-01-31T08:00:00Z'}"));

    private final Ocpp16 protocol = new Ocpp16();
    private final ChargerModel model = ChargerModel.wallbox("SERIAL").withConnectors(2);
    private final List<String> said = new ArrayList<>();
    private Charger charger;

    @BeforeEach
    void connect() {
        charger = new Charger(model, ChargerState.fresh(model), Clock.fixed(NOW, ZoneOffset.UTC), false);
        charger.connected();
        talk();
        said.clear();
    }

    @ParameterizedTest
    @MethodSource("io.plugstream.model.command.CommandAction#ofEveryVersion")
    void everyActionIsObeyed(CommandAction action) throws Exception {
        assertThat(asked(action.wireName(), Objects.requireNonNull(PAYLOADS.get(action))))
                .doesNotContain("CALLERROR");
    }

    @ParameterizedTest
    @MethodSource("io.plugstream.model.command.CommandAction#ofEveryVersion")
    void everyActionCanBeRefusedLeftUnansweredOrAnsweredWithAnError(CommandAction action) throws Exception {
        var before = charger.state();
        var payload = Objects.requireNonNull(PAYLOADS.get(action));
        charger.answerWith(action.wireName(), Answering.REJECT);
        assertThat(asked(action.wireName(), payload))
                .containsAnyOf("Rejected", "UnlockFailed", "Failed", "Unknown", "CALLERROR NotSupported");
        charger.answerWith(action.wireName(), Answering.SILENCE);
        assertThat(asked(action.wireName(), payload)).isEqualTo("nothing");
        charger.answerWith(action.wireName(), Answering.ERROR);
        assertThat(asked(action.wireName(), payload)).isEqualTo("CALLERROR InternalError");
        charger.answerWith(action.wireName(), Answering.ACCEPT);
        assertThat(charger.state()).as("nothing was done").isEqualTo(before);
    }

    @Test
    void anActionThatIsNoneIsNotImplemented() throws Exception {
        assertThat(protocol.read("Nonsense", Json.mapper().readTree("{}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'type':'Warm'}", "{'type':1}", "{'type':null}"})
    void whatCannotBeUnderstoodIsMalformed(String payload) {
        assertThatThrownBy(() -> asked("Reset", payload))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("type");
    }

    @Test
    void startsOnceAndOnlyWhereAConnectorIsFree() throws Exception {
        assertThat(asked("RemoteStartTransaction", "{'connectorId':3,'idTag':'A'}"))
                .contains("Rejected");
        assertThat(asked("RemoteStartTransaction", "{'connectorId':2,'idTag':'A'}"))
                .contains("Accepted");
        assertThat(asked("RemoteStartTransaction", "{'connectorId':2,'idTag':'B'}"))
                .contains("Rejected");
        charger.plugIn(2);
        talk();
        assertThat(said).contains("Authorize", "StartTransaction");
        assertThat(asked("RemoteStopTransaction", "{'transactionId':8}")).contains("Rejected");
        assertThat(asked("RemoteStopTransaction", "{'transactionId':7}")).contains("Accepted");
        assertThat(asked("RemoteStopTransaction", "{'transactionId':7}")).contains("Rejected");
    }

    @Test
    void aCarThatWaitsIsChargedFirst() throws Exception {
        charger.plugIn(2);
        assertThat(asked("RemoteStartTransaction", "{'idTag':'A'}")).contains("Accepted");
        talk();
        assertThat(charger.state().transactionId()).isEqualTo(7);
        assertThat(asked("UnlockConnector", "{'connectorId':2}")).contains("Unlocked");
        assertThat(charger.state().isCharging()).isFalse();
        assertThat(asked("UnlockConnector", "{'connectorId':3}")).contains("NotSupported");
    }

    @Test
    void availabilityWaitsForTheEndOfCharging() throws Exception {
        charge();
        assertThat(asked("ChangeAvailability", "{'connectorId':3,'type':'Inoperative'}"))
                .contains("Rejected");
        assertThat(asked("ChangeAvailability", "{'connectorId':0,'type':'Inoperative'}"))
                .contains("Scheduled");
        assertThat(charger.state().isCharging()).isTrue();
        assertThat(asked("RemoteStartTransaction", "{'connectorId':2,'idTag':'A'}"))
                .contains("Rejected");
        charger.unplug(1);
        said.clear();
        talk();
        assertThat(said).contains("StatusNotification");
        assertThat(charger.swipe(1, "A")).isFalse();
        assertThat(asked("ChangeAvailability", "{'connectorId':0,'type':'Operative'}"))
                .contains("Accepted");
        assertThat(charger.swipe(1, "A")).isTrue();
    }

    @Test
    void tellsAndKeepsItsConfiguration() throws Exception {
        assertThat(asked("ChangeConfiguration", "{'key':'MeterValueSampleInterval','value':'5'}"))
                .contains("Accepted");
        for (var value : List.of("-1", "x", "86401", "")) {
            assertThat(asked("ChangeConfiguration", "{'key':'MeterValueSampleInterval','value':'" + value + "'}"))
                    .contains("Rejected");
        }
        assertThat(asked("ChangeConfiguration", "{'key':'NumberOfConnectors','value':'3'}"))
                .contains("Rejected");
        assertThat(asked("ChangeConfiguration", "{'key':'Nothing','value':'3'}"))
                .contains("NotSupported");
        assertThat(asked("GetConfiguration", "{'key':['MeterValueSampleInterval','Nothing']}"))
                .contains("\"unknownKey\":[\"Nothing\"]")
                .contains("\"value\":\"5\"");
        assertThat(asked("GetConfiguration", "{}")).contains("NumberOfConnectors", "\"value\":\"2\"");
    }

    @Test
    void aReservedConnectorIsForItsTagAlone() throws Exception {
        var reserve = "{'reservationId':1,'connectorId':1,'idTag':'MINE','expiryDate':'2026-01-31T10:00:00Z'}";
        assertThat(asked("ReserveNow", reserve)).contains("Accepted");
        assertThat(asked("ReserveNow", reserve.replace("'reservationId':1", "'reservationId':2")))
                .contains("Occupied");
        assertThat(charger.swipe(1, "A")).isFalse();
        assertThat(asked("CancelReservation", "{'reservationId':2}")).contains("Rejected");
        assertThat(charger.swipe(1, "MINE")).isTrue();
        charger.plugIn(1);
        talk();
        assertThat(charger.state().isCharging()).isTrue();
        assertThat(asked("CancelReservation", "{'reservationId':1}"))
                .as("it is used")
                .contains("Rejected");
        charger.fault(2, "InternalError");
        assertThat(asked("ReserveNow", reserve.replace("'connectorId':1", "'connectorId':2")))
                .contains("Faulted");
    }

    @Test
    void theLocalListHasAVersion() throws Exception {
        assertThat(asked("GetLocalListVersion", "{}")).isEqualTo("{\"listVersion\":0}");
        assertThat(
                        asked(
                                "SendLocalList",
                                "{'listVersion':4,'updateType':'Full','localAuthorizationList':"
                                        + "[{'idTag':'A','idTagInfo':{'status':'Accepted'}},{'idTag':'B','idTagInfo':{'status':'Blocked'}}]}"))
                .contains("Accepted");
        assertThat(asked("SendLocalList", "{'listVersion':4,'updateType':'Differential'}"))
                .contains("VersionMismatch");
        assertThat(asked("GetLocalListVersion", "{}")).isEqualTo("{\"listVersion\":4}");
        charger.disconnected();
        assertThat(charger.swipe(1, "B")).as("refused by the list").isFalse();
        assertThat(charger.swipe(1, "A")).isTrue();
    }

    @Test
    void aProfileLimitsThePower() throws Exception {
        charge();
        assertThat(asked(
                        "SetChargingProfile",
                        "{'connectorId':0,'csChargingProfiles':" + profile("ChargePointMaxProfile", 10) + "}"))
                .contains("Accepted");
        assertThat(asked("GetCompositeSchedule", "{'connectorId':1,'duration':7200,'chargingRateUnit':'A'}"))
                .contains("{\"startPeriod\":0,\"limit\":10.0}", "{\"startPeriod\":3600,\"limit\":0.0}");
        assertThat(asked(
                        "SetChargingProfile",
                        "{'connectorId':2,'csChargingProfiles':" + profile("TxProfile", 10) + "}"))
                .as("nothing charges there")
                .contains("Rejected");
        assertThat(asked(
                        "SetChargingProfile", "{'connectorId':1,'csChargingProfiles':" + profile("TxProfile", 0) + "}"))
                .contains("Accepted");
        said.clear();
        talk();
        assertThat(said).as("SuspendedEVSE").containsExactly("StatusNotification");
        assertThat(asked("ClearChargingProfile", "{'chargingProfilePurpose':'TxProfile'}"))
                .contains("Accepted");
        assertThat(asked("ClearChargingProfile", "{'chargingProfilePurpose':'TxProfile'}"))
                .contains("Unknown");
    }

    @Test
    void saysWhatItIsAskedToSay() throws Exception {
        assertThat(asked("TriggerMessage", "{'requestedMessage':'MeterValues','connectorId':1}"))
                .contains("Accepted");
        assertThat(asked("TriggerMessage", "{'requestedMessage':'MeterValues','connectorId':3}"))
                .contains("Rejected");
        assertThat(asked("TriggerMessage", "{'requestedMessage':'Nonsense'}")).contains("NotImplemented");
        asked("TriggerMessage", "{'requestedMessage':'BootNotification'}");
        asked("TriggerMessage", "{'requestedMessage':'StatusNotification'}");
        asked("TriggerMessage", "{'requestedMessage':'FirmwareStatusNotification'}");
        asked("TriggerMessage", "{'requestedMessage':'DiagnosticsStatusNotification'}");
        talk();
        assertThat(said)
                .containsExactly(
                        "MeterValues",
                        "BootNotification",
                        "StatusNotification",
                        "StatusNotification",
                        "StatusNotification",
                        "FirmwareStatusNotification",
                        "DiagnosticsStatusNotification");
    }

    @Test
    void aResetStopsWhatIsChargedFirst() throws Exception {
        charge();
        said.clear();
        assertThat(asked("Reset", "{'type':'Hard'}")).contains("Accepted");
        assertThat(charger.isReadyToRestart()).isFalse();
        talk();
        assertThat(said).startsWith("StopTransaction");
        assertThat(charger.isReadyToRestart()).isTrue();
    }

    private void charge() {
        charger.plugIn(1);
        charger.swipe(1, "A");
        talk();
        assertThat(charger.state().transactionId()).isEqualTo(7);
    }

    /** Until there is nothing to say, with a central system that accepts everything. */
    private void talk() {
        for (var next = charger.next(); next.isPresent(); next = charger.next()) {
            Message message = next.get();
            said.add(protocol.write(message, charger.state()).action());
            charger.confirmed(protocol.read(message, Json.mapper().readTree("""
                                    {"status": "Accepted", "interval": 300, "transactionId": 7,
                                     "idTagInfo": {"status": "Accepted"}}""")));
        }
    }

    private String asked(String action, String payload) throws MalformedRequest {
        var request = protocol.read(action, Json.mapper().readTree(payload.replace('\'', '"')))
                .orElseThrow();
        return switch (charger.answer(List.of(action), request)) {
            case Answer.Silence _ -> "nothing";
            case Answer.Refusal(var code, var _) -> "CALLERROR " + protocol.write(code);
            case Answer answer -> Json.mapper().writeValueAsString(protocol.write(request, answer));
        };
    }

    /** An hour of so many amperes, and then nothing. */
    private static String profile(String purpose, int amperes) {
        return """
                {'chargingProfileId':%d,'stackLevel':0,'chargingProfilePurpose':'%s','chargingProfileKind':'Absolute',
                 'chargingSchedule':{'startSchedule':'2026-01-31T09:00:00Z','chargingRateUnit':'A',
                  'chargingSchedulePeriod':[{'startPeriod':0,'limit':%d},{'startPeriod':3600,'limit':0}]}}""".formatted(purpose.length(), purpose, amperes);
    }
}
