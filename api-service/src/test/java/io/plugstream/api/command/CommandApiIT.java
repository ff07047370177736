package io.plugstream.api.command;

import static io.plugstream.api.command.ChargerOwner.START;
import static io.plugstream.api.command.ChargerOwner.TIMEOUT;
import static io.plugstream.api.command.ChargerOwner.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Commands with an answer, and commands that end without one. */
class CommandApiIT {

    private static final String TIMESTAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    private final ChargerOwner owner = new ChargerOwner();

    @Test
    void anAnswerInTimeIsReturnedAtOnce() throws Exception {
        EventRecord connection = owner.connect("CP-1");
        try (TestGateway gateway = owner.gateway(command ->
                List.of(TestGateway.sent(command), TestGateway.answered(command, "{'status':'Accepted','n':1.50}")))) {
            Answer answer = owner.post("CP-1", START);

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
            assertThat(owner.get(command).body()).isEqualTo(answer.body());

            ChargerCommand sent = gateway.commands().getFirst();
            assertThat(sent.commandId()).hasToString(command.path("id").stringValue());
            assertThat(sent.organisationId()).isEqualTo(owner.tenant.id());
            assertThat(sent.mode()).isEqualTo(Mode.LIVE);
            assertThat(sent.connectionId()).isEqualTo(connection.connectionId());
            assertThat(sent.action()).isEqualTo(CommandAction.REMOTE_START_TRANSACTION);
            assertThat(sent.payload().toString()).isEqualTo("{\"idTag\":\"TAG\"}");
            assertThat(sent.expiresAt()).isEqualTo(sent.issuedAt().plusSeconds(30));
            assertThat(sent.takeBy()).isBetween(sent.issuedAt(), sent.expiresAt());
        }
    }

    @ParameterizedTest
    @CsvSource({"Rejected,rejected", "NotSupported,rejected", "RebootRequired,accepted"})
    void theChargersStatusDecidesTheStatusOfTheCommand(String status, String expected) throws Exception {
        owner.connect("CP-1");
        try (TestGateway _ =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'" + status + "'}")))) {
            Answer answer = owner.post("CP-1", START);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("status").stringValue()).isEqualTo(expected);
        }
    }

    @Test
    void aCallErrorIsAFailure() throws Exception {
        owner.connect("CP-1");
        try (TestGateway _ = owner.gateway(
                command -> List.of(TestGateway.sent(command), TestGateway.refused(command, "NotSupported")))) {
            Answer answer = owner.post("CP-1", START);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("status").stringValue()).isEqualTo("failed");
            assertThat(answer.json().path("error").toString())
                    .isEqualTo("{\"code\":\"NotSupported\",\"message\":\"no\"}");
            assertThat(answer.json().path("response").isNull()).isTrue();
        }
    }

    @Test
    void aFailedCommandEndsTheWaiting() throws Exception {
        owner.connect("CP-1");
        try (TestGateway _ =
                owner.gateway(command -> List.of(TestGateway.failed(command, CommandFailure.QUEUE_FULL)))) {
            Answer answer = owner.post("CP-1", START);

            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.json().path("status").stringValue()).isEqualTo("failed");
            assertThat(answer.json().path("error").path("code").stringValue()).isEqualTo("LineFull");
        }
    }

    @Test
    void aSilentChargerTimesOutAndItsLateAnswerChangesNothing() throws Exception {
        owner.connect("CP-1");
        try (TestGateway gateway = owner.gateway(command -> List.of(TestGateway.sent(command)))) {
            Answer answer = owner.post("CP-1", START.replace("}}", "},\"timeoutSeconds\":1}"));

            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.header("Location"))
                    .contains("/api/v1/commands/" + answer.json().path("id").stringValue());
            assertThat(answer.json().path("status").stringValue()).isEqualTo("timed_out");
            double dropped = dropped();
            ChargerCommand command = gateway.commands().getFirst();
            gateway.tell(command, TestGateway.answered(command, "{'status':'Accepted'}"), TestGateway.sent(command));
            await().atMost(TIMEOUT).until(() -> dropped() > dropped);
            assertThat(owner.get(answer.json()).json().path("status").stringValue())
                    .isEqualTo("timed_out");
        }
    }

    @Test
    void repeatedResultsCountOnce() throws Exception {
        owner.connect("CP-1");
        try (TestGateway _ = owner.gateway(command -> List.of(
                TestGateway.sent(command),
                TestGateway.sent(command),
                TestGateway.answered(command, "{'status':'Rejected'}"),
                TestGateway.answered(command, "{'status':'Accepted'}"),
                TestGateway.sent(command)))) {
            Answer answer = owner.post("CP-1", START);

            assertThat(answer.json().path("status").stringValue()).isEqualTo("rejected");
            assertThat(owner.get(answer.json()).body()).isEqualTo(answer.body());
        }
    }

    @Test
    void anAnswerReachesItsCallerAtAnyReplica() throws Exception {
        List<ApiClient> clients = List.of(owner.live, tenantAt(Replicas.second()));
        for (int i = 0; i < 12; i++) {
            owner.connect("CP-" + i);
        }
        try (TestGateway _ = owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")));
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
    void aCommandOfADeadReplicaTimesOut() throws Exception {
        UUID id = UUID.randomUUID();
        Instant past = Instant.now().minusSeconds(60);
        run("INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)"
                + " VALUES ('" + id + "', '" + owner.tenant.id() + "', 'live', 'CP', 'Reset', 'queued', '" + past
                + "', '" + past.plusSeconds(30) + "')");

        await().atMost(TIMEOUT)
                .until(() -> owner.live.get("/api/v1/commands/" + id).body().contains("\"timed_out\""));
    }

    @Test
    void aChargerWithoutAConnectionIsAConflict() {
        owner.register("CP-1");

        Answer answer = owner.post("CP-1", START);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.problem()).isEqualTo("charger-not-connected");
    }

    @Test
    void otherModesAndOrganisationsNeitherSeeNorSendCommands() throws Exception {
        owner.connect("CP-1");
        try (TestGateway gateway = owner.gateway(command -> List.of(TestGateway.answered(command, "{}")))) {
            JsonNode command = owner.post("CP-1", START).json();
            String path = "/api/v1/commands/" + command.path("id").stringValue();
            Tenant other = Tenant.of(owner.replica, Tier.STARTER);

            assertThat(owner.tenant.test().get(path).status()).isEqualTo(404);
            assertThat(other.live().get(path).status()).isEqualTo(404);
            assertThat(owner.tenant
                            .test()
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
    void unknownAndMalformedIdsAreNotFound(String id) {
        assertThat(owner.live.get("/api/v1/commands/" + id).status()).isEqualTo(404);
    }

    @Test
    void everyFaultIsListedBeforeAnythingIsSent() throws Exception {
        owner.connect("CP-1");
        try (TestGateway gateway = owner.gateway(command -> List.of(TestGateway.answered(command, "{}")))) {
            Answer answer = owner.post(
                    "CP-1",
                    "{\"action\":\"SetChargingProfile\",\"timeoutSeconds\":301,\"extra\":1,\"payload\":{\"csChargingProfiles\":"
                            + "{\"chargingSchedule\":{\"chargingRateUnit\":\"A\",\"chargingSchedulePeriod\":[{\"limit\":1.25}]}}}}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.fields())
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
            assertThat(owner.post("CP-1", "{}").fields()).containsExactlyInAnyOrder("action", "payload");
            assertThat(owner.post("CP-1", "{\"action\":\"BootNotification\",\"payload\":[]}")
                            .fields())
                    .containsExactlyInAnyOrder("action", "payload");
            assertThat(owner.post("CP-1", START.replace("}}", "},\"timeoutSeconds\":0.5}"))
                            .fields())
                    .containsExactly("timeoutSeconds");

            assertThat(owner.post("CP-1", START).status()).isEqualTo(200);
            assertThat(gateway.commands()).hasSize(1);
        }
    }

    private ApiClient tenantAt(ApiReplica other) {
        Answer key = owner.replica
                .client()
                .token(Platform.get().tokens().token(owner.tenant.id()))
                .post("/api/v1/auth/api-keys", "{\"name\":\"second\"}");
        return other.client().key(key.json().path("key").stringValue());
    }

    /** The sum of both replicas, because either may have consumed the result. */
    private static double dropped() {
        return ApiReplica.running().stream()
                .mapToDouble(one -> one.bean(io.micrometer.core.instrument.MeterRegistry.class)
                        .get("plugstream.api.commands.dropped")
                        .counter()
                        .count())
                .sum();
    }
}
