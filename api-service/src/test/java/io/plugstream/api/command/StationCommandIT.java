package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.uuid.Generators;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Commands for chargers of OCPP 2.0.1, and what the API shows of such chargers. */
class StationCommandIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String BOX = "CS-1";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();
    private final UUID connection = Generators.timeBasedEpochGenerator().generate();
    private long sequence;
    private int transactions = 500;

    @Test
    void aCommandOfOcpp16GoesToTheGatewayForTranslation() throws Exception {
        connect();
        try (TestGateway gateway = gateway(command -> List.of(new CommandResult.Answered(
                command.commandId(),
                Instant.now(),
                json("{'status':'Accepted'}"),
                json("{'status':'Scheduled'}"),
                true)))) {
            Answer answer = post("Reset", "{'type':'Hard'}");

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
    void aPayloadOfOcpp2IsTakenAsItIs() throws Exception {
        connect();
        try (TestGateway gateway =
                gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            post("Reset", "{'type':'OnIdle','evseId':1}");
            post("UnlockConnector", "{'evseId':1,'connectorId':2}");
            post("SetMonitoringLevel", "{'severity':3}");

            assertThat(gateway.commands())
                    .hasSize(3)
                    .allSatisfy(command -> assertThat(command.station())
                            .isNotNull()
                            .extracting(StationOrder::ownWords)
                            .isEqualTo(true));
        }
    }

    @Test
    void whatTheGatewaySaysDecidesWhetherItemsWereRefused() throws Exception {
        connect();
        try (TestGateway _ = gateway(command -> List.of(new CommandResult.Answered(
                command.commandId(), Instant.now(), json("{'setVariableResult':[]}"), null, false)))) {
            Answer answer = post(
                    "SetVariables",
                    "{'setVariableData':[{'component':{'name':'A'},'variable':{'name':'B'},'attributeValue':'x'}]}");
            assertThat(answer.json().path("status").stringValue()).isEqualTo("rejected");
        }
    }

    @Test
    void faultsAreThoseOfTheVersionThatIsMeant() throws Exception {
        connect();
        assertThat(fields(post("UnlockConnector", "{'evseId':1,'connectorId':'x'}")))
                .containsExactly("payload.connectorId");
        assertThat(fields(post("UnlockConnector", "{'connectorId':'x'}"))).containsExactly("payload.connectorId");
        assertThat(fields(post("GetBaseReport", "{'reportBase':'FullInventory','requestId':7}")))
                .containsExactly("payload.requestId");
    }

    @Test
    void aChargerOfOcpp16HasNoneOfTheNewOperations() throws Exception {
        connect("ocpp1.6");
        Answer answer = post("GetVariables", "{}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.problem()).isEqualTo("not-supported-by-charger");
        assertThat(fields(post("RemoteStartTransaction", "{'idTag':'T','idTokenType':'Local'}")))
                .containsExactly("payload.idTokenType");
    }

    @Test
    void aTransactionIsNamedByOurNumberAndSentByTheStations() throws Exception {
        connect();
        int ours = begin("station-own", null);
        try (TestGateway gateway =
                gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            assertThat(post("RemoteStopTransaction", "{'transactionId':" + ours + "}")
                            .status())
                    .isEqualTo(200);
            assertThat(gateway.commands().getFirst().station())
                    .isNotNull()
                    .extracting(StationOrder::transactionId)
                    .isEqualTo("station-own");

            Answer unknown = post("RequestStopTransaction", "{'transactionId':1}");
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(gateway.commands()).hasSize(1);
        }
        assertThat(live.get("/api/v1/transactions/" + ours)
                        .json()
                        .path("stationTransactionId")
                        .stringValue())
                .isEqualTo("station-own");
    }

    @Test
    void aRemoteStartIsLinkedByItsNumberAlone() throws Exception {
        connect();
        try (TestGateway gateway =
                gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            String first = id(post("RemoteStartTransaction", "{'idTag':'TAG'}"));
            String second = id(post("RequestStartTransaction", "{'idToken':{'idToken':'TAG','type':'Local'}}"));
            StationOrder order =
                    Objects.requireNonNull(gateway.commands().getLast().station());

            begin("one", null);
            int started = begin("two", order.number());

            await().atMost(PATIENCE)
                    .until(() -> command(second).path("transactionId").asInt(0) == started);
            assertThat(command(first).path("transactionId").isNull()).isTrue();
        }
    }

    @Test
    void aReportIsCollectedInTheOrderOfItsParts() throws Exception {
        connect();
        try (TestGateway gateway =
                gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            String id = id(post("GetBaseReport", "{'reportBase':'FullInventory'}"));
            StationOrder order =
                    Objects.requireNonNull(gateway.commands().getFirst().station());
            assertThat(report(id, "").path("complete").asBoolean()).isFalse();

            ReportPart last = part(order.number(), 2, true, "e", "f");
            tell(last, part(order.number(), 0, false, "a", "b"), last, part(order.number(), 2, true, "again"));
            await().atMost(PATIENCE).until(() -> report(id, "").path("items").size() == 4);
            assertThat(report(id, "").path("complete").asBoolean()).isFalse();

            tell(part(order.number(), 1, false, "c", "d"), part(order.number() + 1, 3, false, "of no command"));
            await().atMost(PATIENCE).until(() -> report(id, "").path("complete").asBoolean());
            StringBuilder names = new StringBuilder();
            String cursor = "";
            do {
                JsonNode page = report(id, "?limit=2" + cursor);
                assertThat(page.path("items").size()).isEqualTo(2);
                page.path("items")
                        .forEach(item -> names.append(item.path("name").stringValue()));
                cursor = page.has("nextCursor")
                        ? "&cursor=" + page.path("nextCursor").stringValue()
                        : "";
            } while (!cursor.isEmpty());
            assertThat(names.toString()).isEqualTo("abcdef");
            assertThat(tenant.test().get("/api/v1/commands/" + id + "/report").status())
                    .isEqualTo(404);
        }
    }

    @Test
    void aCommandWithoutAReportHasNone() throws Exception {
        connect();
        try (TestGateway _ = gateway(command -> List.of(TestGateway.answered(command, "{'status':'Rejected'}")))) {
            String reset = id(post("Reset", "{'type':'Hard'}"));
            assertThat(live.get("/api/v1/commands/" + reset + "/report").status())
                    .isEqualTo(404);
            String refused = id(post("GetLog", "{'logType':'SecurityLog','log':{'remoteLocation':'ftp://a/'}}"));
            assertThat(report(refused, "").path("complete").asBoolean()).isTrue();
        }
    }

    @Test
    void aPasswordThatTheStationTookIsItsPassword() throws Exception {
        connect();
        String before = hash();
        String answer = "{'setVariableResult':[{'attributeStatus':'%s','component':{'name':'SecurityCtrlr'},"
                + "'variable':{'name':'BasicAuthPassword'}}]}";
        String change =
                "{'setVariableData':[{'component':{'name':'SecurityCtrlr'},'variable':{'name':'BasicAuthPassword'},"
                        + "'attributeValue':'0123456789abcdef0123456789abcdef'}]}";
        try (TestGateway _ = gateway(command -> List.of(new CommandResult.Answered(
                command.commandId(), Instant.now(), json(answer.formatted("Rejected")), null, false)))) {
            post("SetVariables", change);
            assertThat(hash()).isEqualTo(before);
        }
        try (TestGateway _ = gateway(command -> List.of(new CommandResult.Answered(
                command.commandId(),
                Instant.now(),
                json("{'status':'Accepted'}"),
                json(answer.formatted("Accepted")),
                true)))) {
            post("ChangeConfiguration", "{'key':'AuthorizationKey','value':'0123456789abcdef0123456789abcdef'}");
            assertThat(hash()).isNotEqualTo(before).isEqualTo(sha256("0123456789abcdef0123456789abcdef"));
        }
    }

    @Test
    void aChargersPageShowsItsEvses() throws Exception {
        connect();
        Instant now = Instant.now();
        append(event(
                new ConnectorStatusChanged(BOX, 1, "Charging", "NoError", null, null),
                StationFacts.ofPlugs(
                        List.of(new StationFacts.Plug(1, "Charging"), new StationFacts.Plug(2, "Unavailable"))),
                now));
        append(event(
                new ConnectorStatusChanged(BOX, 1, "Finishing", "NoError", null, null),
                StationFacts.ofPlugs(
                        List.of(new StationFacts.Plug(1, "Finishing"), new StationFacts.Plug(2, "Unavailable"))),
                now.plusSeconds(5)));
        append(event(new ConnectorStatusChanged(BOX, 2, "Available", "NoError", null, null), null, now));
        append(event(new ConnectorStatusChanged(BOX, 0, "Available", "NoError", null, null), null, now));
        await().atMost(PATIENCE).until(() -> charger().path("connectors").size() == 3);

        assertThat(charger().path("protocol").stringValue()).isEqualTo("ocpp2.0.1");
        JsonNode evses = charger().path("evses");
        assertThat(evses.size()).isEqualTo(2);
        JsonNode first = evses.path(0).path("connectors");
        assertThat(first.path(0).path("status").stringValue()).isEqualTo("Finishing");
        assertThat(first.path(1).path("status").stringValue()).isEqualTo("Unavailable");
        assertThat(evses.path(1).path("connectors").path(0).path("connectorId").intValue())
                .isEqualTo(1);
        assertThat(live.get("/api/v1/chargers").body()).doesNotContain("evses");
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String hash() throws Exception {
        var postgres = Platform.get().postgres();
        try (var database = DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var statement = database.createStatement();
                var rows = statement.executeQuery(
                        "SELECT password_hash FROM chargers WHERE organisation_id = '" + tenant.id() + "'")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private JsonNode charger() {
        return live.get("/api/v1/chargers/" + BOX).json();
    }

    private JsonNode command(String id) {
        return live.get("/api/v1/commands/" + id).json();
    }

    private JsonNode report(String id, String query) {
        Answer answer = live.get("/api/v1/commands/" + id + "/report" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static String id(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().path("id").stringValue();
    }

    private static List<String> fields(Answer answer) {
        return answer.json()
                .path("errors")
                .valueStream()
                .map(fault -> fault.path("field").stringValue())
                .toList();
    }

    private Answer post(String action, String payload) {
        return live.post(
                "/api/v1/chargers/" + BOX + "/commands",
                "{\"action\":\"" + action + "\",\"payload\":" + payload.replace('\'', '"') + "}");
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.mapper().readTree(text.replace('\'', '"'));
    }

    private int begin(String stationId, @Nullable Integer remoteStartId) {
        int ours = ++transactions;
        append(event(
                new TransactionStarted(ours, BOX, 1, "TAG", 0),
                StationFacts.ofTransaction(stationId, remoteStartId),
                Instant.now()));
        await().atMost(PATIENCE)
                .until(() -> live.get("/api/v1/transactions/" + ours).status() == 200);
        return ours;
    }

    private ReportPart part(int number, int seqNo, boolean last, String... names) {
        List<JsonNode> items = IntStream.range(0, names.length)
                .mapToObj(i -> (JsonNode) Json.mapper().createObjectNode().put("name", names[i]))
                .toList();
        return new ReportPart(UUID.randomUUID(), tenant.id(), BOX, number, seqNo, last, Instant.now(), items);
    }

    private static void tell(ReportPart... parts) throws Exception {
        try (KafkaProducer<ChargerId, ReportPart> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Platform.get().kafka().bootstrapServers()),
                Topics.COMMAND_REPORTS.keys().serializer(),
                Topics.COMMAND_REPORTS.values().serializer())) {
            for (ReportPart part : parts) {
                producer.send(new ProducerRecord<>(Topics.COMMAND_REPORTS.name(), part.chargerId(), part))
                        .get(20, TimeUnit.SECONDS);
            }
        }
    }

    private void connect() {
        connect("ocpp2.0.1");
    }

    private void connect(String protocol) {
        Answer created = live.post("/api/v1/chargers", "{\"chargeBoxId\":\"" + BOX + "\"}");
        assertThat(created.status()).isEqualTo(201);
        append(record(new ChargerConnected(BOX), Instant.now(), protocol));
        await().atMost(PATIENCE)
                .until(() -> live.get("/api/v1/chargers/" + BOX).body().contains("\"online\""));
    }

    private static void append(EventRecord... events) {
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(events);
        }
    }

    private EventRecord event(ChargerEvent data, @Nullable StationFacts facts, Instant at) {
        EventRecord record = record(data, at, "ocpp2.0.1");
        return facts == null ? record : record.ofStation(facts);
    }

    private EventRecord record(ChargerEvent data, Instant at, String protocol) {
        return new EventRecord(
                Generators.timeBasedEpochGenerator().generate(),
                tenant.id(),
                Mode.LIVE,
                BOX,
                at,
                at,
                connection,
                ++sequence,
                protocol,
                false,
                data);
    }

    private TestGateway gateway(Function<ChargerCommand, List<CommandResult>> chargers) {
        return new TestGateway(Platform.get().kafka(), tenant.id(), chargers);
    }
}
