package io.plugstream.api.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import tools.jackson.databind.JsonNode;

/** The API's part of the sandbox, without a sandbox: the records it writes and the requests it rejects. */
class SandboxApiIT {

    private static final String CHARGERS = "/api/v1/chargers";
    private static final String CHARGER = "/api/v1/sandbox/chargers/CP-1";
    private static final String REGISTRATION = "{\"chargeBoxId\":\"CP-1\"}";
    private static final String PLUG_IN = "{\"action\":\"plugIn\"}";
    private static final String NORMAL = "{\"scenario\":\"normalSession\"}";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.FREE);
    private final ApiClient test = tenant.test();
    private final ChargerId id = new ChargerId(tenant.id(), "CP-1");

    @Test
    void aTestChargerIsPublishedToTheSandboxWithASealedPassword() {
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.SANDBOX_CHARGERS)) {
            String password = password(test.post(CHARGERS, REGISTRATION));
            topic.await(id, Objects::nonNull);
            SandboxCharger told = Objects.requireNonNull(topic.get(id));
            assertThat(told.password()).doesNotContain(password);
            assertThat(opened(told)).isEqualTo(password);
            assertThat(told.simulated()).isTrue();

            String next = password(test.send("POST", CHARGERS + "/CP-1/password", null));
            topic.await(id, charger -> charger != null && opened(charger).equals(next));

            Answer changed = test.send(
                    "PATCH", CHARGER, "{\"simulated\":false,\"clockSpeed\":60,\"answers\":{\"Reset\":\"reject\"}}");
            assertThat(changed.status()).as(changed.body()).isEqualTo(200);
            topic.await(
                    id,
                    charger -> charger != null
                            && !charger.simulated()
                            && charger.clockSpeed() == 60
                            && charger.answers().equals(Map.of("Reset", "reject")));

            test.delete(CHARGERS + "/CP-1");
            topic.await(id, Objects::isNull);
        }
    }

    @Test
    void aLiveChargerIsUnknownToTheSandbox() {
        assertThat(tenant.live().post(CHARGERS, REGISTRATION).status()).isEqualTo(201);
        assertThat(tenant.live().get(CHARGER).status()).isEqualTo(404);
        assertThat(test.get(CHARGER).status()).isEqualTo(404);

        // The same relay publishes this charger after the live one.
        Tenant other = Tenant.of(replica, Tier.FREE);
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.SANDBOX_CHARGERS)) {
            other.test().post(CHARGERS, REGISTRATION);
            topic.await(new ChargerId(other.id(), "CP-1"), Objects::nonNull);
            assertThat(topic.seen(id)).isZero();
        }
    }

    @Test
    void anotherOrganisationsTestChargerIsNotFound() {
        test.post(CHARGERS, REGISTRATION);
        ApiClient other = Tenant.of(replica, Tier.FREE).test();
        assertThat(other.get(CHARGER).status()).isEqualTo(404);
        assertThat(other.post(CHARGER + "/actions", PLUG_IN).status()).isEqualTo(404);
        String run = test.post(CHARGER + "/scenarios", NORMAL).json().path("id").stringValue();
        assertThat(test.get("/api/v1/sandbox/scenarios/" + run).status()).isEqualTo(200);
        assertThat(other.get("/api/v1/sandbox/scenarios/" + run).status()).isEqualTo(404);
    }

    @Test
    void aScenarioIsRunningUntilTheSandboxReportsItsEnd() {
        test.post(CHARGERS, REGISTRATION);
        Answer begun = test.post(CHARGER + "/scenarios", NORMAL);
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);

        JsonNode run = test.get(begun.header("Location").orElseThrow()).json();
        assertThat(run.path("status").stringValue()).isEqualTo("running");
        assertThat(test.get(CHARGER).json().at("/scenario/id").stringValue())
                .isEqualTo(run.path("id").stringValue());
        Answer second = test.post(CHARGER + "/scenarios", NORMAL);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.problem()).isEqualTo("conflict");
        assertThat(test.post(CHARGER + "/actions", PLUG_IN).status()).isEqualTo(409);
    }

    @Test
    void aChargerIsNotHandedOverWhileAScenarioRuns() {
        test.post(CHARGERS, REGISTRATION);
        assertThat(test.post(CHARGER + "/scenarios", NORMAL).status()).isEqualTo(202);

        Answer refused = test.send("PATCH", CHARGER, "{\"simulated\":false,\"powerW\":22000}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("conflict");
        SettingsChange handOver = SettingsChange.of(Json.mapper().readTree("{\"simulated\":false}"));
        assertThat(replica.bean(TestChargers.class)
                        .change(id, handOver, Set.of(), Instant.EPOCH)
                        .block())
                .as("requests at the same time")
                .isFalse();
        Answer other = test.send("PATCH", CHARGER, "{\"clockSpeed\":2}");
        assertThat(other.status()).as(other.body()).isEqualTo(200);
        assertThat(other.json().path("simulated").booleanValue()).isTrue();
        assertThat(other.json().path("powerW").intValue()).isEqualTo(11_000);
    }

    @Test
    void aChargerThatIsSimulatedAgainWakes() {
        test.post(CHARGERS, REGISTRATION);
        test.send("PATCH", CHARGER, "{\"simulated\":false}");
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        assertThat(test.send("PATCH", CHARGER, "{\"simulated\":true}").status()).isEqualTo(200);

        try (var orders = new TopicWatch<>(Platform.get().kafka(), Topics.SANDBOX_ORDERS)) {
            orders.await(id, order -> order instanceof SandboxOrder.Use(var at) && !at.isBefore(before));
        }
    }

    /** An earlier station with the same id may have left a transaction that never ends. */
    @Test
    void theTransactionIsThatOfTheSimulatedCharger() {
        test.post(CHARGERS, REGISTRATION);
        UUID session = UUID.randomUUID();
        running(41, session.toString());
        running(42, "left by another");

        report(session);
        Awaitility.await()
                .until(() -> test.get(CHARGER).json().path("transactionId").asInt(0) == 41);
        report(null);
        Awaitility.await()
                .until(() -> test.get(CHARGER).json().path("transactionId").isNull());
    }

    private void running(int transactionId, String ofStation) {
        replica.bean(DatabaseClient.class)
                .sql("""
                        INSERT INTO transactions (organisation_id, charge_box_id, mode, transaction_id, status,
                            connector_id, meter_start, started_at, listed_at, station_transaction_id)
                        VALUES (:organisation, 'CP-1', 'test', :id, 'active', 1, 0, now(), now(), :station)""")
                .bind("organisation", tenant.id())
                .bind("id", transactionId)
                .bind("station", ofStation)
                .then()
                .block();
    }

    /** A state as the sandbox writes it. */
    private void report(@Nullable UUID session) {
        try (var published = new TopicWatch<>(Platform.get().kafka(), Topics.SANDBOX_CHARGERS)) {
            published.await(id, Objects::nonNull);
            Instant registeredAt = Objects.requireNonNull(published.get(id)).registeredAt();
            SandboxState state = new SandboxState(
                    tenant.id(),
                    "CP-1",
                    registeredAt,
                    "{}",
                    0,
                    Instant.now(),
                    new SandboxState.Equipment(SandboxProtocol.OCPP_2_0_1, 60, 11_000),
                    new SandboxState.Shown(true, true, session, null, 0, 0),
                    List.of());
            replica.bean(AcknowledgedLog.class)
                    .append(Topics.SANDBOX_STATES, id, state)
                    .block();
        }
    }

    @Test
    void aTagMayBeAsLongAsTheChargersProtocolAllows() {
        test.post(CHARGERS, REGISTRATION);
        assertThat(swipe(20).status()).isEqualTo(202);
        Answer tooLong = swipe(21);
        assertThat(tooLong.status()).isEqualTo(400);
        assertThat(tooLong.body()).contains("must have 1 to 20 characters");

        test.send("PATCH", CHARGER, "{\"protocol\":\"ocpp2.0.1\"}");
        assertThat(swipe(36).status()).isEqualTo(202);
        assertThat(swipe(37).status()).isEqualTo(400);
    }

    @Test
    void actionsPerMinuteAreLimited() {
        test.post(CHARGERS, REGISTRATION);
        try (ApiReplica strict = ApiReplica.ready("--plugstream.sandbox.actions-a-minute=2")) {
            ApiClient there = test.at(strict);
            assertThat(there.post(CHARGER + "/actions", PLUG_IN).status()).isEqualTo(202);
            assertThat(there.post(CHARGER + "/actions", PLUG_IN).status()).isEqualTo(202);
            Answer third = there.post(CHARGER + "/actions", PLUG_IN);
            assertThat(third.status()).isEqualTo(429);
            assertThat(third.problem()).isEqualTo("too-many-requests");
            assertThat(third.number("Retry-After")).isBetween(1L, 31L);

            ApiClient keyed = there.header("Idempotency-Key", "limited");
            assertThat(keyed.post(CHARGER + "/actions", PLUG_IN).status()).isEqualTo(429);
            Answer again = keyed.post(CHARGER + "/actions", PLUG_IN);
            assertThat(again.status()).isEqualTo(429);
            assertThat(again.header("Idempotent-Replayed")).isEmpty();
            assertThat(again.number("Retry-After")).isBetween(1L, 31L);
        }
    }

    @Test
    void theSandboxCanBeTurnedOff() {
        test.post(CHARGERS, REGISTRATION);
        try (ApiReplica without = ApiReplica.ready("--plugstream.sandbox.enabled=false")) {
            ApiClient there = test.at(without);
            assertThat(there.get(CHARGER).status()).isEqualTo(404);
            assertThat(there.post(CHARGER + "/actions", PLUG_IN).status()).isEqualTo(404);
            assertThat(there.post(CHARGER + "/scenarios", NORMAL).status()).isEqualTo(404);
            assertThat(there.get(CHARGERS + "/CP-1").status()).isEqualTo(200);
        }
    }

    private String opened(SandboxCharger charger) {
        return replica.bean(SecretCipher.class)
                .open(charger.password(), new SecretOwner(tenant.id(), SandboxCharger.owner("CP-1")));
    }

    private Answer swipe(int length) {
        return test.post(CHARGER + "/actions", "{\"action\":\"swipe\",\"idTag\":\"%s\"}".formatted("T".repeat(length)));
    }

    private static String password(Answer answer) {
        return answer.json().path("password").stringValue();
    }
}
