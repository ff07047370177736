package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CommandApiIT {

    private static final String START = "{\"action\":\"RemoteStartTransaction\",\"payload\":{\"idTag\":\"TAG\"}}";
    private static final String TIMESTAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    private final Instant anHourAgo = Instant.now().minusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
    private final long firstHalfOfIds = ThreadLocalRandom.current().nextLong();
    private long made;

    @Test
    void anAnswerInTimeIsTheAnswer() throws Exception {
        EventRecord connection = connect("CP-1");
        try (TestGateway gateway = gateway(command ->
                List.of(TestGateway.sent(command), TestGateway.answered(command, "{'status':'Accepted','n':1.50}")))) {
            Answer answer = post("CP-1", START);

            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            JsonNode command = answer.json();
            assertThat(command.propertyNames())
                    .containsExactly(
                            "id",
                            "chargeBoxId",
                            "action",
                            "status",
                            "response",
                            "error",
                            "transactionId",
                            "createdAt",
                            "sentAt",
                            "completedAt",
                            "expiresAt");
            assertThat(command.path("chargeBoxId").stringValue()).isEqualTo("CP-1");
            assertThat(command.path("action").stringValue()).isEqualTo("RemoteStartTransaction");
            assertThat(command.path("status").stringValue()).isEqualTo("accepted");
            assertThat(command.path("response").path("status").stringValue()).isEqualTo("Accepted");
            assertThat(command.path("error").isNull()).isTrue();
            for (String time : List.of("createdAt", "sentAt", "completedAt", "expiresAt")) {
                assertThat(command.path(time).stringValue()).matches(TIMESTAMP);
            }
            assertThat(get(command).body()).isEqualTo(answer.body());

            ChargerCommand sent = gateway.commands().getFirst();
            assertThat(sent.commandId()).hasToString(command.path("id").stringValue());
            assertThat(sent.organisationId()).isEqualTo(tenant.id());
            assertThat(sent.mode()).isEqualTo(Mode.LIVE);
            assertThat(sent.connectionId()).isEqualTo(connection.connectionId());
            assertThat(sent.action()).isEqualTo(CommandAction.REMOTE_START_TRANSACTION);
            assertThat(sent.payload().toString()).isEqualTo("{\"idTag\":\"TAG\"}");
            assertThat(sent.expiresAt()).isEqualTo(sent.issuedAt().plusSeconds(30));
            assertThat(sent.takeBy()).isBetween(sent.issuedAt(), sent.expiresAt());
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {"none,19,19", "ocpp1.6,19,19", "ocpp2.0.1,59,45"})
    void aClientLearnsWhatEachActionTakes(@Nullable String protocol, int payloads, int actions) {
        Answer answer = live.get("/api/v1/command-actions" + (protocol == null ? "" : "?protocol=" + protocol));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        List<JsonNode> described = answer.json().path("actions").valueStream().toList();
        assertThat(described).hasSize(payloads);
        assertThat(described.stream()
                        .map(one -> one.path("action").stringValue())
                        .distinct())
                .hasSize(actions);
        assertThat(described.stream()
                        .filter(one -> one.path("action").stringValue().equals("Reset"))
                        .findFirst()
                        .orElseThrow())
                .hasToString("{\"action\":\"Reset\",\"wording\":\"ocpp1.6\",\"payload\":{\"type\":\"object\","
                        + "\"properties\":{\"type\":{\"type\":\"string\",\"enum\":[\"Hard\",\"Soft\"]}},"
                        + "\"required\":[\"type\"],\"additionalProperties\":false}}");
    }

    @Test
    void ofAProtocolThatIsNotKnownNothingIsDescribed() {
        Answer answer = live.get("/api/v1/command-actions?protocol=ocpp1.5&charger=CP-1");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json()
                        .path("errors")
                        .valueStream()
                        .map(fault -> fault.path("field").stringValue()))
                .containsExactlyInAnyOrder("protocol", "charger");
    }

    @ParameterizedTest
    @CsvSource({"Rejected,rejected", "NotSupported,rejected", "RebootRequired,accepted"})
    void theChargersStatusDecides(String status, String expected) throws Exception {
        connect("CP-1");
        try (TestGateway _ =
                gateway(command -> List.of(TestGateway.answered(command, "{'status':'" + status + "'}")))) {
            Answer answer = post("CP-1", START);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("status").stringValue()).isEqualTo(expected);
        }
    }

    @Test
    void aCallErrorIsAnAnswerThatFailed() throws Exception {
        connect("CP-1");
        try (TestGateway _ =
                gateway(command -> List.of(TestGateway.sent(command), TestGateway.refused(command, "NotSupported")))) {
            Answer answer = post("CP-1", START);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("status").stringValue()).isEqualTo("failed");
            assertThat(answer.json().path("error").toString())
                    .isEqualTo("{\"code\":\"NotSupported\",\"message\":\"no\"}");
            assertThat(answer.json().path("response").isNull()).isTrue();
        }
    }

    @Test
    void anEndWithoutAnAnswerEndsTheWaiting() throws Exception {
        connect("CP-1");
        try (TestGateway _ = gateway(command -> List.of(TestGateway.failed(command, CommandFailure.LINE_FULL)))) {
            Answer answer = post("CP-1", START);

            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.json().path("status").stringValue()).isEqualTo("failed");
            assertThat(answer.json().path("error").path("code").stringValue()).isEqualTo("LineFull");
        }
    }

    @Test
    void aSilentChargerTimesOutAndItsLateAnswerChangesNothing() throws Exception {
        connect("CP-1");
        try (TestGateway gateway = gateway(command -> List.of(TestGateway.sent(command)))) {
            Answer answer = post("CP-1", START.replace("}}", "},\"timeoutSeconds\":1}"));

            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.header("Location"))
                    .contains("/api/v1/commands/" + answer.json().path("id").stringValue());
            awaitStatus(answer.json(), "timed_out");
            double dropped = dropped();
            ChargerCommand command = gateway.commands().getFirst();
            gateway.tell(command, TestGateway.answered(command, "{'status':'Accepted'}"), TestGateway.sent(command));
            await().atMost(PATIENCE).until(() -> dropped() > dropped);
            assertThat(get(answer.json()).json().path("status").stringValue()).isEqualTo("timed_out");
        }
    }

    @Test
    void doubledResultsAreOne() throws Exception {
        connect("CP-1");
        try (TestGateway _ = gateway(command -> List.of(
                TestGateway.sent(command),
                TestGateway.sent(command),
                TestGateway.answered(command, "{'status':'Rejected'}"),
                TestGateway.answered(command, "{'status':'Accepted'}"),
                TestGateway.sent(command)))) {
            Answer answer = post("CP-1", START);

            assertThat(answer.json().path("status").stringValue()).isEqualTo("rejected");
            assertThat(get(answer.json()).body()).isEqualTo(answer.body());
        }
    }

    @Test
    void whoeverLearnsOfTheAnswerWakesWhoWaitsForIt() throws Exception {
        List<ApiClient> clients = List.of(live, tenantAt(Replicas.second()));
        for (int i = 0; i < 12; i++) {
            connect("CP-" + i);
        }
        try (TestGateway _ = gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = IntStream.range(0, 24)
                    .mapToObj(i -> threads.submit(
                            () -> clients.get(i % 2).post("/api/v1/chargers/CP-" + i / 2 + "/commands", START)))
                    .toList();

            for (Future<Answer> answer : answers) {
                assertThat(answer.get().status()).as(answer.get().body()).isEqualTo(200);
            }
        }
    }

    @Test
    void whatADeadReplicaLeftBehindTimesOut() throws Exception {
        UUID id = UUID.randomUUID();
        Instant past = Instant.now().minusSeconds(60);
        run("INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)"
                + " VALUES ('" + id + "', '" + tenant.id() + "', 'live', 'CP', 'Reset', 'queued', '" + past
                + "', '" + past.plusSeconds(30) + "')");

        await().atMost(PATIENCE)
                .until(() -> live.get("/api/v1/commands/" + id).body().contains("\"timed_out\""));
    }

    @Test
    void aChargerWithoutAConnectionIsAConflict() {
        register("CP-1");

        Answer answer = post("CP-1", START);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.problem()).isEqualTo("charger-not-connected");
    }

    @Test
    void theHistoryHoldsEachCommandOnceNewestFirstWhileOthersAreAdded() throws Exception {
        register("CP-1");
        register("CP-2");
        assertThat(live.get("/api/v1/chargers/CP-1/commands").body()).isEqualTo("{\"commands\":[]}");
        List<String> before = commands("CP-1", 5);
        commands("CP-2", 2);

        Answer page = live.get("/api/v1/chargers/CP-1/commands?limit=2");
        List<String> seen = new ArrayList<>(ids(page));
        String added = commands("CP-1", 1).getFirst();
        while (page.json().has("nextCursor")) {
            page = live.get("/api/v1/chargers/CP-1/commands?limit=2&cursor="
                    + page.json().path("nextCursor").stringValue());
            seen.addAll(ids(page));
        }

        assertThat(seen).containsExactlyElementsOf(before.reversed());
        assertThat(ids(live.get("/api/v1/chargers/CP-1/commands"))).hasSize(6).startsWith(added);
        assertThat(live.get("/api/v1/chargers/CP-1/commands")
                        .json()
                        .path("commands")
                        .path(0))
                .isEqualTo(live.get("/api/v1/commands/" + added).json());
    }

    @Test
    void onlyTheChargersOwnerSeesItsHistory() throws Exception {
        register("CP-1");
        commands("CP-1", 1);
        Tenant other = Tenant.of(replica, Tier.STARTER);
        assertThat(other.live()
                        .post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}")
                        .status())
                .isEqualTo(201);

        assertThat(other.live().get("/api/v1/chargers/CP-1/commands").body()).isEqualTo("{\"commands\":[]}");
        assertThat(tenant.test().get("/api/v1/chargers/CP-1/commands").status()).isEqualTo(404);
        assertThat(live.get("/api/v1/chargers/CP-2/commands").status()).isEqualTo(404);
        assertThat(live.get("/api/v1/chargers/a%3Ab/commands").status()).isEqualTo(404);
    }

    @Test
    void everyFaultOfAQueryOfTheHistoryIsListedAtOnce() {
        register("CP-1");

        assertThat(fields(live.get("/api/v1/chargers/CP-1/commands?limit=0&cursor=WyJhIl0&status=sent")))
                .containsExactlyInAnyOrder("limit", "cursor", "status");
    }

    /** Ended ones, oldest first; two of them in the same millisecond. */
    private List<String> commands(String chargeBoxId, int number) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            UUID id = new UUID(firstHalfOfIds, ++made);
            Instant created = anHourAgo.plusMillis(made / 2);
            run("INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, answered, response,"
                    + " created_at, completed_at, expires_at) VALUES ('" + id + "', '" + tenant.id() + "', 'live', '"
                    + chargeBoxId + "', 'Reset', 'accepted', true, '{\"status\":\"Accepted\"}', '" + created + "', '"
                    + created + "', '" + created + "')");
            ids.add(id.toString());
        }
        return ids;
    }

    private static List<String> ids(Answer page) {
        return page.json()
                .path("commands")
                .valueStream()
                .map(command -> command.path("id").stringValue())
                .toList();
    }

    @Test
    void nobodyElseSeesOrCommands() throws Exception {
        connect("CP-1");
        try (TestGateway gateway = gateway(command -> List.of(TestGateway.answered(command, "{}")))) {
            JsonNode command = post("CP-1", START).json();
            String path = "/api/v1/commands/" + command.path("id").stringValue();
            Tenant other = Tenant.of(replica, Tier.STARTER);

            assertThat(tenant.test().get(path).status()).isEqualTo(404);
            assertThat(other.live().get(path).status()).isEqualTo(404);
            assertThat(tenant.test()
                            .post("/api/v1/chargers/CP-1/commands", START)
                            .status())
                    .isEqualTo(404);
            assertThat(other.live()
                            .post("/api/v1/chargers/CP-1/commands", START)
                            .status())
                    .isEqualTo(404);
            assertThat(gateway.commands()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "00000000-0000-0000-0000-000000000000", "0-0-0-0-0"})
    void thereIsNoOtherCommand(String id) {
        assertThat(live.get("/api/v1/commands/" + id).status()).isEqualTo(404);
    }

    @Test
    void everyFaultIsListedBeforeAnythingIsSent() throws Exception {
        connect("CP-1");
        try (TestGateway gateway = gateway(command -> List.of(TestGateway.answered(command, "{}")))) {
            Answer answer = post(
                    "CP-1",
                    "{\"action\":\"SetChargingProfile\",\"timeoutSeconds\":301,\"extra\":1,\"payload\":{\"csChargingProfiles\":"
                            + "{\"chargingSchedule\":{\"chargingRateUnit\":\"A\",\"chargingSchedulePeriod\":[{\"limit\":1.25}]}}}}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(fields(answer))
                    .containsExactlyInAnyOrder(
                            "timeoutSeconds",
                            "extra",
                            "payload.connectorId",
                            "payload.csChargingProfiles.chargingProfileId",
                            "payload.csChargingProfiles.stackLevel",
                            "payload.csChargingProfiles.chargingProfilePurpose",
                            "payload.csChargingProfiles.chargingProfileKind",
                            "payload.csChargingProfiles.chargingSchedule.chargingSchedulePeriod[0].startPeriod",
                            "payload.csChargingProfiles.chargingSchedule.chargingSchedulePeriod[0].limit");
            assertThat(fields(post("CP-1", "{}"))).containsExactlyInAnyOrder("action", "payload");
            assertThat(fields(post("CP-1", "{\"action\":\"BootNotification\",\"payload\":[]}")))
                    .containsExactlyInAnyOrder("action", "payload");
            assertThat(fields(post("CP-1", START.replace("}}", "},\"timeoutSeconds\":0.5}"))))
                    .containsExactly("timeoutSeconds");

            assertThat(post("CP-1", START).status()).isEqualTo(200);
            assertThat(gateway.commands()).hasSize(1);
        }
    }

    private static List<String> fields(Answer answer) {
        return answer.json()
                .path("errors")
                .valueStream()
                .map(fault -> fault.path("field").stringValue())
                .toList();
    }

    private ApiClient tenantAt(ApiReplica other) {
        Answer key = replica.client()
                .token(Platform.get().tokens().token(tenant.id()))
                .post("/api/v1/auth/api-keys", "{\"name\":\"second\"}");
        return other.client().key(key.json().path("key").stringValue());
    }

    private Answer post(String chargeBoxId, String body) {
        return live.post("/api/v1/chargers/" + chargeBoxId + "/commands", body);
    }

    private Answer get(JsonNode command) {
        return live.get("/api/v1/commands/" + command.path("id").stringValue());
    }

    private void awaitStatus(JsonNode command, String status) {
        await().atMost(PATIENCE)
                .until(() -> get(command).json().path("status").stringValue().equals(status));
    }

    private void register(String chargeBoxId) {
        Answer created = live.post("/api/v1/chargers", "{\"chargeBoxId\":\"" + chargeBoxId + "\"}");
        assertThat(created.status()).isEqualTo(201);
    }

    private EventRecord connect(String chargeBoxId) {
        register(chargeBoxId);
        EventRecord connected = new Story(tenant.id(), chargeBoxId).connected();
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(connected);
        }
        await().atMost(PATIENCE)
                .until(() -> live.get("/api/v1/chargers/" + chargeBoxId).body().contains("\"online\""));
        return connected;
    }

    private TestGateway gateway(Function<ChargerCommand, List<CommandResult>> chargers) {
        return new TestGateway(Platform.get().kafka(), tenant.id(), chargers);
    }

    /** On both replicas, because either may have read the result. */
    private static double dropped() {
        return ApiReplica.running().stream()
                .mapToDouble(one -> one.bean(io.micrometer.core.instrument.MeterRegistry.class)
                        .get("plugstream.api.commands.dropped")
                        .counter()
                        .count())
                .sum();
    }

    private static void run(String sql) throws Exception {
        var postgres = Platform.get().postgres();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
