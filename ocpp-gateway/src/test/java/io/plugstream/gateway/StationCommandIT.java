package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Commands for a station of OCPP 2.0.1 on a real broker, seen from the socket and from the topics. */
class StationCommandIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    /** The event repeats the number of the command. */
    @Test
    @OcaCase("TC_F_02_CSMS")
    void aRemoteStartAndItsTransactionHaveTheSameNumber() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            Order order = new Order(topics, id)
                    .forStation(new StationOrder(4711, null, false))
                    .place(CommandAction.REMOTE_START_TRANSACTION, "{'idTag':'TAG','connectorId':1}");
            assertThat(station.receive().toString())
                    .isEqualTo(
                            "[2,\"" + order.id()
                                    + "\",\"RequestStartTransaction\",{\"remoteStartId\":4711,\"idToken\":{\"idToken\":\"TAG\",\"type\":\"ISO14443\"},\"evseId\":1}]");
            station.send("[3,\"" + order.id() + "\",{\"status\":\"Accepted\"}]");
            CommandResult.Answered end = (CommandResult.Answered) order.awaitEnd();
            assertThat(end.accepted()).isTrue();
            assertThat(end.stationResponse()).isNotNull();

            station.call(
                    "TransactionEvent",
                    "{'eventType':'Started','timestamp':'2026-11-21T09:00:00Z','seqNo':0,'triggerReason':'RemoteStart',"
                            + "'transactionInfo':{'transactionId':'one','chargingState':'EVConnected','remoteStartId':4711},"
                            + "'evse':{'id':1},'idToken':{'idToken':'TAG','type':'ISO14443'}}");
        }
        assertThat(topics.transactionEvents(id).getFirst().station())
                .isEqualTo(StationFacts.ofTransaction("one", 4711));
    }

    @Test
    void aCommandMayTakeSeveralMessages() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            Order order = new Order(topics, id)
                    .forStation(new StationOrder(1, null, false))
                    .place(
                            CommandAction.SEND_LOCAL_LIST,
                            "{'listVersion':5,'updateType':'Full','localAuthorizationList':[{'idTag':'A'},{'idTag':'B'}]}");
            JsonNode limit = station.receive();
            assertThat(limit.get(2).stringValue()).isEqualTo("GetVariables");
            assertThat(limit.get(1).stringValue()).isEqualTo(order.id());
            station.send("[4,\"" + order.id() + "\",\"OccurrenceConstraintViolation\",\"\",{}]");
            JsonNode single = station.receive();
            assertThat(single.get(3).path("getVariableData")).hasSize(1);
            // A station that does not tell a limit gets the whole list.
            station.send("[4,\"" + single.get(1).stringValue() + "\",\"NotSupported\",\"\",{}]");
            JsonNode list = station.receive();
            assertThat(list.get(2).stringValue()).isEqualTo("SendLocalList");
            assertThat(list.get(3).path("localAuthorizationList")).hasSize(2);
            station.send("[3,\"" + list.get(1).stringValue() + "\",{\"status\":\"Accepted\"}]");

            assertThat(((CommandResult.Answered) order.awaitEnd()).accepted()).isTrue();
            assertThat(order.results()).hasSize(2);
        }
    }

    @Test
    void anUnreadableAnswerFailsTheCommand() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            Order order = new Order(topics, id)
                    .forStation(new StationOrder(1, null, false))
                    .place(CommandAction.CLEAR_CACHE, "{}");
            station.receive();
            station.send("[3,\"" + order.id() + "\",{\"status\":[]}]");
            assertThat(order.awaitEnd()).isInstanceOf(CommandResult.Failed.class);
        }
    }

    /** A base report in two parts. */
    @Test
    void reportsInSeveralPartsArePublished() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            Order order = new Order(topics, id)
                    .forStation(new StationOrder(12, null, true))
                    .place(CommandAction.GET_BASE_REPORT, "{'reportBase':'FullInventory'}");
            assertThat(station.receive().get(3).path("requestId").intValue()).isEqualTo(12);
            station.send("[3,\"" + order.id() + "\",{\"status\":\"Accepted\"}]");
            order.awaitEnd();

            station.call("NotifyReport", part(0, true, "A"));
            station.call("NotifyReport", part(1, false, "B"));
            station.call(
                    "NotifyCustomerInformation",
                    "{'requestId':13,'seqNo':0,'generatedAt':'2026-11-21T09:00:00Z','data':'a name'}");
            station.call("LogStatusNotification", "{'status':'Uploading','requestId':14}");
            station.call("LogStatusNotification", "{'status':'Uploaded','requestId':14}");
            station.call("LogStatusNotification", "{'status':'Idle'}");
        }
        List<ReportPart> parts = await().atMost(Duration.ofSeconds(20))
                .until(() -> topics.read(Topics.COMMAND_REPORTS, id), read -> read.size() == 5);
        assertThat(parts.stream().map(ReportPart::number)).containsExactly(12, 12, 13, 14, 14);
        assertThat(parts.stream().map(ReportPart::last)).containsExactly(false, true, true, false, true);
        assertThat(parts.get(0)
                        .items()
                        .getFirst()
                        .path("component")
                        .path("name")
                        .stringValue())
                .isEqualTo("A");
        assertThat(parts.get(2).items().toString()).contains("a name");
        // The topic of notifications contains no personal data.
        assertThat(topics.read(Topics.CHARGER_NOTIFICATIONS, id).toString()).doesNotContain("a name");
    }

    private static String part(int seqNo, boolean toBeContinued, String component) {
        return "{'requestId':12,'seqNo':" + seqNo + ",'generatedAt':'2026-11-21T09:00:00Z','tbc':" + toBeContinued
                + ",'reportData':[{'component':{'name':'" + component
                + "'},'variable':{'name':'V'},'variableAttribute':[{'value':'1'}]}]}";
    }

    private static TestCharger connect(ChargerId id) throws Exception {
        TestCharger station =
                TestCharger.withProtocol(gateway.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !topics.chargerEvents(id).isEmpty());
        return station;
    }
}
