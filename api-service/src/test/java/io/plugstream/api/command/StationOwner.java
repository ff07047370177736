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
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An organisation with one OCPP 2.0.1 charger, and the records that gateways publish about it. */
final class StationOwner {

    static final Duration TIMEOUT = Duration.ofSeconds(30);
    static final String BOX = "CS-1";

    private final ApiReplica replica = Replicas.first();
    final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    final ApiClient live = tenant.live();
    private final UUID connection = Generators.timeBasedEpochGenerator().generate();
    private long sequence;
    private int transactions = 500;

    JsonNode charger() {
        return live.get("/api/v1/chargers/" + BOX).json();
    }

    /** A column of the charger's row. */
    @Nullable
    String stored(String column) throws Exception {
        var postgres = Platform.get().postgres();
        try (var database = DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var statement = database.createStatement();
                var rows = statement.executeQuery(
                        "SELECT " + column + " FROM chargers WHERE organisation_id = '" + tenant.id() + "'")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    JsonNode command(String id) {
        return live.get("/api/v1/commands/" + id).json();
    }

    JsonNode report(String id, String query) {
        Answer answer = live.get("/api/v1/commands/" + id + "/report" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    static String id(Answer answer) {
        // 202 without an answer of the charger.
        assertThat(answer.status()).as(answer.body()).isIn(200, 202);
        return answer.json().path("id").stringValue();
    }

    Answer post(String action, String payload) {
        return live.post(
                "/api/v1/chargers/" + BOX + "/commands",
                "{\"action\":\"" + action + "\",\"payload\":" + payload.replace('\'', '"') + "}");
    }

    static ObjectNode json(String text) {
        return (ObjectNode) Json.mapper().readTree(text.replace('\'', '"'));
    }

    int begin(String stationId, @Nullable Integer remoteStartId) {
        int ours = ++transactions;
        append(event(
                new TransactionStarted(ours, BOX, 1, "TAG", 0),
                StationFacts.ofTransaction(stationId, remoteStartId),
                Instant.now()));
        await().atMost(TIMEOUT)
                .until(() -> live.get("/api/v1/transactions/" + ours).status() == 200);
        return ours;
    }

    ReportPart part(int number, int seqNo, boolean last, String... names) {
        List<JsonNode> items = IntStream.range(0, names.length)
                .mapToObj(i -> (JsonNode) Json.mapper().createObjectNode().put("name", names[i]))
                .toList();
        return new ReportPart(UUID.randomUUID(), tenant.id(), BOX, number, seqNo, last, Instant.now(), items);
    }

    static void tell(ReportPart... parts) throws Exception {
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

    /** Gives the charger a new password. */
    String newPassword() {
        return live.post("/api/v1/chargers/" + BOX + "/password", "")
                .json()
                .path("password")
                .stringValue();
    }

    /** Deletes the charger and registers it again. Returns its password. */
    String registerAnew() {
        live.delete("/api/v1/chargers/" + BOX);
        return live.post("/api/v1/chargers", "{\"chargeBoxId\":\"" + BOX + "\"}")
                .json()
                .path("password")
                .stringValue();
    }

    void connect() {
        connect("ocpp2.0.1");
    }

    void connect(String protocol) {
        Answer created = live.post("/api/v1/chargers", "{\"chargeBoxId\":\"" + BOX + "\"}");
        assertThat(created.status()).isEqualTo(201);
        append(record(new ChargerConnected(BOX), Instant.now(), protocol));
        await().atMost(TIMEOUT)
                .until(() -> live.get("/api/v1/chargers/" + BOX).body().contains("\"online\""));
    }

    static void append(EventRecord... events) {
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(events);
        }
    }

    EventRecord event(ChargerEvent data, @Nullable StationFacts facts, Instant at) {
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

    TestGateway gateway(Function<ChargerCommand, List<CommandResult>> chargers) {
        return new TestGateway(Platform.get().kafka(), tenant.id(), chargers);
    }
}
