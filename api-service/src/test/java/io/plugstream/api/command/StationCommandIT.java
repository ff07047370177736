package io.plugstream.api.command;

import static io.plugstream.api.command.StationOwner.BOX;
import static io.plugstream.api.command.StationOwner.TIMEOUT;
import static io.plugstream.api.command.StationOwner.append;
import static io.plugstream.api.command.StationOwner.id;
import static io.plugstream.api.command.StationOwner.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.StationFacts;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Commands for OCPP 2.0.1 chargers, and such chargers in the API. */
class StationCommandIT {

    private final StationOwner owner = new StationOwner();

    @Test
    void aCommandOfOcpp16GoesToTheGatewayForTranslation() throws Exception {
        owner.connect();
        try (TestGateway gateway = owner.gateway(command -> List.of(new CommandResult.Answered(
                command.commandId(),
                Instant.now(),
                json("{'status':'Accepted'}"),
                json("{'status':'Scheduled'}"),
                true)))) {
            Answer answer = owner.post("Reset", "{'type':'Hard'}");

            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.json().path("status").stringValue()).isEqualTo("accepted");
            assertThat(answer.json().path("response")).isEqualTo(json("{'status':'Accepted'}"));
            assertThat(answer.json().path("stationResponse")).isEqualTo(json("{'status':'Scheduled'}"));
            StationOrder order =
                    Objects.requireNonNull(gateway.commands().getFirst().station());
            assertThat(order.ownWords()).isFalse();
            assertThat(order.number()).isPositive();
        }
    }

    @Test
    void anOcpp2PayloadIsSentUnchanged() throws Exception {
        owner.connect();
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            owner.post("Reset", "{'type':'OnIdle','evseId':1}");
            owner.post("UnlockConnector", "{'evseId':1,'connectorId':2}");
            owner.post("SetMonitoringLevel", "{'severity':3}");

            assertThat(gateway.commands())
                    .hasSize(3)
                    .allSatisfy(command -> assertThat(command.station())
                            .isNotNull()
                            .extracting(StationOrder::ownWords)
                            .isEqualTo(true));
        }
    }

    @Test
    void theGatewayDecidesWhetherItemsWereRefused() throws Exception {
        owner.connect();
        try (TestGateway _ = owner.gateway(command -> List.of(new CommandResult.Answered(
                command.commandId(), Instant.now(), json("{'setVariableResult':[]}"), null, false)))) {
            Answer answer = owner.post(
                    "SetVariables",
                    "{'setVariableData':[{'component':{'name':'A'},'variable':{'name':'B'},'attributeValue':'x'}]}");
            assertThat(answer.json().path("status").stringValue()).isEqualTo("rejected");
        }
    }

    @Test
    void payloadsAreCheckedByTheRulesOfTheirVersion() throws Exception {
        owner.connect();
        assertThat(owner.post("UnlockConnector", "{'evseId':1,'connectorId':'x'}")
                        .fields())
                .containsExactly("payload.connectorId");
        assertThat(owner.post("UnlockConnector", "{'connectorId':'x'}").fields())
                .containsExactly("payload.connectorId");
        assertThat(owner.post("GetBaseReport", "{'reportBase':'FullInventory','requestId':7}")
                        .fields())
                .containsExactly("payload.requestId");
    }

    @Test
    void anOcpp16ChargerSupportsNoOcpp2Operation() throws Exception {
        owner.connect("ocpp1.6");
        Answer answer = owner.post("GetVariables", "{}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.problem()).isEqualTo("not-supported-by-charger");
        assertThat(owner.post("RemoteStartTransaction", "{'idTag':'T','idTokenType':'Local'}")
                        .fields())
                .containsExactly("payload.idTokenType");
    }

    @Test
    void aTransactionIdIsReplacedByTheStationsId() throws Exception {
        owner.connect();
        int ours = owner.begin("station-own", null);
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            assertThat(owner.post("RemoteStopTransaction", "{'transactionId':" + ours + "}")
                            .status())
                    .isEqualTo(200);
            assertThat(gateway.commands().getFirst().station())
                    .isNotNull()
                    .extracting(StationOrder::transactionId)
                    .isEqualTo("station-own");

            Answer unknown = owner.post("RequestStopTransaction", "{'transactionId':1}");
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(gateway.commands()).hasSize(1);
        }
        assertThat(owner.live
                        .get("/api/v1/transactions/" + ours)
                        .json()
                        .path("stationTransactionId")
                        .stringValue())
                .isEqualTo("station-own");
    }

    /** A station that restarted and lost its counter. Its present transaction belongs to somebody else. */
    @ParameterizedTest
    @CsvSource({"1, 1", "4f3a, 4F3A"})
    void aCommandForATransactionWhoseIdTheStationUsedAgainIsNotSent(String id, String again) throws Exception {
        owner.connect();
        int former = owner.begin(id, null);
        int present = owner.begin(again, null);
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            assertThat(owner.post("RemoteStopTransaction", "{'transactionId':" + former + "}")
                            .status())
                    .isEqualTo(404);
            assertThat(owner.post("RemoteStopTransaction", "{'transactionId':" + present + "}")
                            .status())
                    .isEqualTo(200);
            assertThat(gateway.commands()).hasSize(1);
        }
    }

    @Test
    void aRemoteStartIsLinkedOnlyByItsNumber() throws Exception {
        owner.connect();
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            String first = id(owner.post("RemoteStartTransaction", "{'idTag':'TAG'}"));
            String second = id(owner.post("RequestStartTransaction", "{'idToken':{'idToken':'TAG','type':'Local'}}"));
            StationOrder order =
                    Objects.requireNonNull(gateway.commands().getLast().station());

            owner.begin("one", null);
            int started = owner.begin("two", order.number());

            await().atMost(TIMEOUT)
                    .until(() -> owner.command(second).path("transactionId").asInt(0) == started);
            assertThat(owner.command(first).path("transactionId").isNull()).isTrue();
        }
    }

    /** The station may have executed a command although its answer was lost. */
    @Test
    void aRemoteStartIsLinkedEvenIfItsConnectionEndedFirst() throws Exception {
        owner.connect();
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.failed(command, CommandFailure.CONNECTION_LOST)))) {
            String id = id(owner.post("RequestStartTransaction", "{'idToken':{'idToken':'TAG','type':'Local'}}"));
            int started = owner.begin(
                    "one",
                    Objects.requireNonNull(gateway.commands().getFirst().station())
                            .number());

            assertThat(owner.command(id).path("transactionId").asInt(0)).isEqualTo(started);
        }
    }

    @Test
    void aPasswordThatTheStationAcceptedIsStored() throws Exception {
        owner.connect();
        String before = owner.stored("password_hash");
        String answer = "{'setVariableResult':[{'attributeStatus':'%s','component':{'name':'SecurityCtrlr'},"
                + "'variable':{'name':'BasicAuthPassword'}}]}";
        String change =
                "{'setVariableData':[{'component':{'name':'SecurityCtrlr'},'variable':{'name':'BasicAuthPassword'},"
                        + "'attributeValue':'0123456789abcdef0123456789abcdef'}]}";
        try (TestGateway _ = owner.gateway(command -> List.of(new CommandResult.Answered(
                command.commandId(), Instant.now(), json(answer.formatted("Rejected")), null, false)))) {
            owner.post("SetVariables", change);
            assertThat(owner.stored("password_hash")).isEqualTo(before);
        }
        try (TestGateway _ = owner.gateway(command -> List.of(new CommandResult.Answered(
                command.commandId(),
                Instant.now(),
                json("{'status':'Accepted'}"),
                json(answer.formatted("Accepted")),
                true)))) {
            owner.post("ChangeConfiguration", "{'key':'AuthorizationKey','value':'0123456789abcdef0123456789abcdef'}");
            assertThat(owner.stored("password_hash"))
                    .isNotEqualTo(before)
                    .isEqualTo(sha256("0123456789abcdef0123456789abcdef"));
        }
    }

    @Test
    void aChargerShowsItsEvses() throws Exception {
        owner.connect();
        Instant now = Instant.now();
        append(owner.event(
                new ConnectorStatusChanged(BOX, 1, "Charging", "NoError", null, null),
                StationFacts.ofPlugs(
                        List.of(new StationFacts.Plug(1, "Charging"), new StationFacts.Plug(2, "Unavailable"))),
                now));
        append(owner.event(
                new ConnectorStatusChanged(BOX, 1, "Finishing", "NoError", null, null),
                StationFacts.ofPlugs(
                        List.of(new StationFacts.Plug(1, "Finishing"), new StationFacts.Plug(2, "Unavailable"))),
                now.plusSeconds(5)));
        append(owner.event(new ConnectorStatusChanged(BOX, 2, "Available", "NoError", null, null), null, now));
        append(owner.event(new ConnectorStatusChanged(BOX, 0, "Available", "NoError", null, null), null, now));
        await().atMost(TIMEOUT).until(() -> owner.charger().path("connectors").size() == 3);

        assertThat(owner.charger().path("protocol").stringValue()).isEqualTo("ocpp2.0.1");
        JsonNode evses = owner.charger().path("evses");
        assertThat(evses.size()).isEqualTo(2);
        JsonNode first = evses.path(0).path("connectors");
        assertThat(first.path(0).path("status").stringValue()).isEqualTo("Finishing");
        assertThat(first.path(1).path("status").stringValue()).isEqualTo("Unavailable");
        assertThat(evses.path(1).path("connectors").path(0).path("connectorId").intValue())
                .isEqualTo(1);
        assertThat(owner.live.get("/api/v1/chargers").body()).doesNotContain("evses");
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
