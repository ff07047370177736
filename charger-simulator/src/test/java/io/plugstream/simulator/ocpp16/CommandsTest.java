package io.plugstream.simulator.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.AnswerMode;
import io.plugstream.simulator.protocol.MalformedRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The 19 actions of a central system in OCPP 1.6. */
class CommandsTest {

    /** A payload for each action that has an effect on an idle charger with two connectors. */
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
                    "{'connectorId':1,'csChargingProfiles':" + ChargePointBench.profile("TxDefaultProfile", 16) + "}"),
            Map.entry(CommandAction.TRIGGER_MESSAGE, "{'requestedMessage':'Heartbeat'}"),
            Map.entry(CommandAction.UNLOCK_CONNECTOR, "{'connectorId':1}"),
            Map.entry(
                    CommandAction.UPDATE_FIRMWARE,
                    "{'location':'ftp://example.com','retrieveDate':'2026-01-31T08:00:00Z'}"));

    private final ChargePointBench bench = new ChargePointBench();

    @ParameterizedTest
    @MethodSource("io.plugstream.model.command.CommandAction#ofEveryVersion")
    void everyActionIsExecuted(CommandAction action) throws Exception {
        assertThat(bench.asked(action.wireName(), Objects.requireNonNull(PAYLOADS.get(action))))
                .doesNotContain("CALLERROR");
    }

    @ParameterizedTest
    @MethodSource("io.plugstream.model.command.CommandAction#ofEveryVersion")
    void everyActionCanBeRefusedLeftUnansweredOrAnsweredWithAnError(CommandAction action) throws Exception {
        var before = bench.charger().state();
        var payload = Objects.requireNonNull(PAYLOADS.get(action));
        bench.charger().answerWith(action.wireName(), AnswerMode.REJECT);
        assertThat(bench.asked(action.wireName(), payload))
                .containsAnyOf("Rejected", "UnlockFailed", "Failed", "Unknown", "CALLERROR NotSupported");
        bench.charger().answerWith(action.wireName(), AnswerMode.SILENCE);
        assertThat(bench.asked(action.wireName(), payload)).isEqualTo("nothing");
        bench.charger().answerWith(action.wireName(), AnswerMode.ERROR);
        assertThat(bench.asked(action.wireName(), payload)).isEqualTo("CALLERROR InternalError");
        bench.charger().answerWith(action.wireName(), AnswerMode.ACCEPT);
        assertThat(bench.charger().state()).as("state is unchanged").isEqualTo(before);
    }

    @Test
    void anUnknownActionIsNotImplemented() throws Exception {
        assertThat(new Ocpp16().read("Nonsense", Json.mapper().readTree("{}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'type':'Warm'}", "{'type':1}", "{'type':null}"})
    void unreadablePayloadsAreMalformed(String payload) {
        assertThatThrownBy(() -> bench.asked("Reset", payload))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("type");
    }

    @Test
    void showsAndStoresItsConfiguration() throws Exception {
        assertThat(bench.asked("ChangeConfiguration", "{'key':'MeterValueSampleInterval','value':'5'}"))
                .contains("Accepted");
        for (var value : List.of("-1", "x", "86401", "")) {
            assertThat(bench.asked("ChangeConfiguration", "{'key':'MeterValueSampleInterval','value':'" + value + "'}"))
                    .contains("Rejected");
        }
        assertThat(bench.asked("ChangeConfiguration", "{'key':'NumberOfConnectors','value':'3'}"))
                .contains("Rejected");
        assertThat(bench.asked("ChangeConfiguration", "{'key':'Nothing','value':'3'}"))
                .contains("NotSupported");
        assertThat(bench.asked("GetConfiguration", "{'key':['MeterValueSampleInterval','Nothing']}"))
                .contains("\"unknownKey\":[\"Nothing\"]")
                .contains("\"value\":\"5\"");
        assertThat(bench.asked("GetConfiguration", "{}")).contains("NumberOfConnectors", "\"value\":\"2\"");
    }

    @Test
    void rejectsValuesThatAreTooLong() throws Exception {
        var longest = "SoC" + " ".repeat(497);
        var change = "{'key':'MeterValuesSampledData','value':'%s'}";
        assertThat(bench.asked("ChangeConfiguration", change.formatted(longest)))
                .contains("Accepted");
        assertThat(bench.asked("ChangeConfiguration", change.formatted(longest + ' ')))
                .contains("Rejected");
    }

    /** As {@code maxLength} of JSON Schema does. */
    @Test
    void countsCharactersNotUtf16Units() throws Exception {
        var reserve = "{'reservationId':1,'connectorId':1,'idTag':'%s','expiryDate':'2026-01-31T10:00:00Z'}";

        assertThat(bench.asked("ReserveNow", reserve.formatted("\ud83d\udd0c".repeat(20))))
                .contains("Accepted");
        assertThatThrownBy(() -> bench.asked("ReserveNow", reserve.formatted("\ud83d\udd0c".repeat(21))))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("20 characters");
    }

    @Test
    void tagsTimesAndNumbersHaveBounds() throws Exception {
        var reserve = "{'reservationId':1,'connectorId':1,'idTag':'%s','expiryDate':'%s'}";
        assertThatThrownBy(() -> bench.asked("ReserveNow", reserve.formatted("T".repeat(21), "2026-01-31T10:00:00Z")))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("20 characters");
        assertThatThrownBy(() -> bench.asked("ReserveNow", reserve.formatted("T", "+999999999-12-31T23:59:59Z")))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("expiryDate");
        assertThatThrownBy(() -> bench.asked(
                        "SetChargingProfile",
                        "{'connectorId':0,'csChargingProfiles':"
                                + ChargePointBench.profile("TxDefaultProfile", 1)
                                        .replace("'limit':1", "'limit':1e999")
                                + "}"))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("limit");
        assertThat(bench.asked("ReserveNow", reserve.formatted("T".repeat(20), "9999-12-31T23:59:59Z")))
                .contains("Accepted");
    }

    @Test
    void theLocalListHasAVersion() throws Exception {
        assertThat(bench.asked("GetLocalListVersion", "{}")).isEqualTo("{\"listVersion\":0}");
        assertThat(
                        bench.asked(
                                "SendLocalList",
                                "{'listVersion':4,'updateType':'Full','localAuthorizationList':"
                                        + "[{'idTag':'A','idTagInfo':{'status':'Accepted'}},{'idTag':'B','idTagInfo':{'status':'Blocked'}}]}"))
                .contains("Accepted");
        assertThat(bench.asked("SendLocalList", "{'listVersion':4,'updateType':'Differential'}"))
                .contains("VersionMismatch");
        assertThat(bench.asked("GetLocalListVersion", "{}")).isEqualTo("{\"listVersion\":4}");
        bench.charger().disconnected();
        assertThat(bench.charger().swipe(1, "B"))
                .as("rejected by the local list")
                .isFalse();
        assertThat(bench.charger().swipe(1, "A")).isTrue();
    }

    @Test
    void sendsTriggeredMessages() throws Exception {
        assertThat(bench.asked("TriggerMessage", "{'requestedMessage':'MeterValues','connectorId':1}"))
                .contains("Accepted");
        assertThat(bench.asked("TriggerMessage", "{'requestedMessage':'MeterValues','connectorId':3}"))
                .contains("Rejected");
        assertThat(bench.asked("TriggerMessage", "{'requestedMessage':'Nonsense'}"))
                .contains("NotImplemented");
        bench.asked("TriggerMessage", "{'requestedMessage':'BootNotification'}");
        bench.asked("TriggerMessage", "{'requestedMessage':'StatusNotification'}");
        bench.asked("TriggerMessage", "{'requestedMessage':'FirmwareStatusNotification'}");
        bench.asked("TriggerMessage", "{'requestedMessage':'DiagnosticsStatusNotification'}");
        bench.talk();
        assertThat(bench.sent)
                .containsExactly(
                        "MeterValues",
                        "BootNotification",
                        "StatusNotification",
                        "StatusNotification",
                        "StatusNotification",
                        "FirmwareStatusNotification",
                        "DiagnosticsStatusNotification");
    }
}
