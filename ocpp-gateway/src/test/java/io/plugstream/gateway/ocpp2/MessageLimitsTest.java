package io.plugstream.gateway.ocpp2;

import static io.plugstream.gateway.ocpp2.CommandsTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.ocpp.Call;
import io.plugstream.gateway.ocpp.FrameWriter;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.protocol.Step.Ask;
import io.plugstream.gateway.protocol.Step.Done;
import io.plugstream.model.command.CommandAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Messages within the limits of a station that accepts only some items or bytes at once. */
class MessageLimitsTest {

    @Test
    void manyKeysAreReadInMessagesWithinTheStationsLimit() {
        Ask limit = keys(List.of("HeartbeatInterval", "A.B", "WebSocketPingInterval"));
        assertThat(limit.payload())
                .isEqualTo(
                        json(
                                "{'getVariableData':["
                                        + "{'component':{'name':'DeviceDataCtrlr'},'variable':{'name':'ItemsPerMessage','instance':'GetVariables'}},"
                                        + "{'component':{'name':'DeviceDataCtrlr'},'variable':{'name':'BytesPerMessage','instance':'GetVariables'}}]}"));
        Ask first = (Ask) limit.then().apply(limits(2, 9999));
        assertThat(first.payload().path("getVariableData")).hasSize(2);
        Ask second = (Ask) first.then()
                .apply(json("{'getVariableResult':[" + result("OCPPCommCtrlr", "HeartbeatInterval") + ","
                        + result("A", "B").replace("Accepted", "UnknownVariable") + "]}"));
        assertThat(second.payload().path("getVariableData")).hasSize(1);
        Done done = (Done) second.then()
                .apply(json("{'getVariableResult':[" + result("OCPPCommCtrlr", "WebSocketPingInterval") + "]}"));
        assertThat(done.response())
                .isEqualTo(json("{'configurationKey':[{'key':'HeartbeatInterval','readonly':false,'value':'1'},"
                        + "{'key':'WebSocketPingInterval','readonly':false,'value':'1'}],'unknownKey':['A.B']}"));
        assertThat(Objects.requireNonNull(done.stationResponse()).path("getVariableResult"))
                .hasSize(3);
    }

    @Test
    void manyKeysAreReadInMessagesOfTheBytesThatTheStationAccepts() {
        Ask limit = keys(
                IntStream.range(0, 30).mapToObj(i -> "Component.Variable" + i).toList());
        List<Ask> sent = sent(limit.then().apply(limits(50, 2048)), json("{'getVariableResult':[]}"));
        assertThat(sent).hasSize(2).allSatisfy(ask -> assertThat(length(ask)).isLessThanOrEqualTo(2048));
        assertThat(sent.stream()
                        .mapToInt(ask -> ask.payload().path("getVariableData").size())
                        .sum())
                .isEqualTo(30);
    }

    @Test
    void aMessageMayBeAsLongAsTheStationAccepts() {
        ObjectNode answer = json("{'getVariableResult':[]}");
        List<String> keys = List.of("A.B", "C.Größe");
        int whole =
                length(sent(keys(keys).then().apply(limits(2, 9999)), answer).getFirst());
        assertThat(sent(keys(keys).then().apply(limits(2, whole)), answer)).hasSize(1);
        assertThat(sent(keys(keys).then().apply(limits(2, whole - 1)), answer)).hasSize(2);
    }

    @Test
    void anItemThatIsTooLongIsSentAlone() {
        Ask limit = keys(List.of("A.B", "C.D"));
        assertThat(sent(limit.then().apply(limits(50, 1)), json("{'getVariableResult':[]}")))
                .hasSize(2);
    }

    @Test
    void aStationThatAcceptsOneItemIsAskedForOneLimitAtATime() {
        Ask both = keys(List.of("A.B", "C.D"));
        Ask items = (Ask) Objects.requireNonNull(both.ifRefused()).get();
        assertThat(items.payload().path("getVariableData")).hasSize(1);
        assertThat(items.payload().toString()).contains("ItemsPerMessage");
        Ask bytes = (Ask) items.then().apply(limits(1, 9999));
        assertThat(bytes.payload().path("getVariableData")).hasSize(1);
        assertThat(bytes.payload().toString()).contains("BytesPerMessage");
        ObjectNode answer = json("{'getVariableResult':[]}");
        assertThat(sent(bytes.then().apply(limits(1, 9999)), answer)).hasSize(2);
        assertThat(sent(Objects.requireNonNull(bytes.ifRefused()).get(), answer))
                .hasSize(2);
        assertThat(sent(Objects.requireNonNull(items.ifRefused()).get(), answer))
                .hasSize(1);
    }

    @Test
    void aLongListIsSentInParts() {
        assertThat(parts(limits(2, 9999), 9)).containsExactly("7 Full A B", "8 Differential C D", "9 Differential E");
    }

    @Test
    void aLongListIsSentInPartsOfTheBytesThatTheStationAccepts() {
        List<Ask> whole = sent(list(9).then().apply(limits(5, 9999)), json("{'status':'Accepted'}"));
        // The gateway leaves room for the longest version and update type.
        int most = length(whole.getFirst()) + 9 + "Differential".length() - "Full".length();
        assertThat(parts(limits(5, most), 9)).containsExactly("9 Full A B C D E");
        assertThat(parts(limits(5, most - 1), 9)).containsExactly("8 Full A B C D", "9 Differential E");
    }

    @Test
    void aStationWithoutALimitGetsTheListInOneMessage() {
        assertThat(parts(json("{'getVariableResult':[]}"), 9)).containsExactly("9 Full A B C D E");
    }

    @Test
    void aListWithTooFewVersionsForItsPartsIsNotSent() {
        Done done = (Done) list(2).then().apply(limits(2, 9999));
        assertThat(done.response()).isEqualTo(json("{'status':'Failed'}"));
    }

    private static Ask keys(List<String> keys) {
        String listed = keys.stream().map(key -> "'" + key + "'").collect(Collectors.joining(","));
        return begin(CommandAction.GET_CONFIGURATION, "{'key':[" + listed + "]}");
    }

    private static Ask list(int version) {
        Ask limit = begin(
                CommandAction.SEND_LOCAL_LIST,
                "{'listVersion':" + version + ",'updateType':'Full','localAuthorizationList':"
                        + "[{'idTag':'A'},{'idTag':'B'},{'idTag':'C'},{'idTag':'D'},{'idTag':'E'}]}");
        assertThat(limit.payload())
                .isEqualTo(json("{'getVariableData':["
                        + "{'component':{'name':'LocalAuthListCtrlr'},'variable':{'name':'ItemsPerMessage'}},"
                        + "{'component':{'name':'LocalAuthListCtrlr'},'variable':{'name':'BytesPerMessage'}}]}"));
        return limit;
    }

    private static Ask begin(CommandAction action, String payload) {
        Ask limit = (Ask) Commands.begin(CommandsTest.command(action, json(payload), CommandsTest.ORDER));
        assertThat(limit.action()).isEqualTo("GetVariables");
        return limit;
    }

    private static List<String> parts(ObjectNode limits, int version) {
        return sent(list(version).then().apply(limits), json("{'status':'Accepted'}")).stream()
                .map(ask -> ask.payload().path("versionNumber").asString() + " "
                        + ask.payload().path("updateType").stringValue() + " "
                        + ask.payload()
                                .path("localAuthorizationList")
                                .valueStream()
                                .map(entry ->
                                        entry.path("idToken").path("idToken").stringValue())
                                .collect(Collectors.joining(" ")))
                .toList();
    }

    /** The CALLs until the command ends, if the station gives each this answer. */
    private static List<Ask> sent(Step first, ObjectNode answer) {
        List<Ask> sent = new ArrayList<>();
        Step step = first;
        while (step instanceof Ask ask) {
            sent.add(ask);
            step = ask.then().apply(answer);
        }
        return sent;
    }

    private static int length(Ask ask) {
        return FrameWriter.write(new Call(UUID.randomUUID().toString(), ask.action(), ask.payload()))
                .getBytes(StandardCharsets.UTF_8)
                .length;
    }

    private static String result(String component, String variable) {
        return "{'attributeStatus':'Accepted','attributeValue':'1','component':{'name':'" + component
                + "'},'variable':{'name':'" + variable + "'}}";
    }

    private static ObjectNode limits(int items, int bytes) {
        return json("{'getVariableResult':[" + result("X", "ItemsPerMessage").replace("'1'", "'" + items + "'") + ","
                + result("X", "BytesPerMessage").replace("'1'", "'" + bytes + "'") + "]}");
    }
}
