package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Postgres;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Registering and deleting single chargers, and changing their passwords. */
class ChargerRegistrationIT {

    private static final String CHARGERS = "/api/v1/chargers";
    private static final String TIMESTAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    @Test
    void registersOnceWithAPasswordThatIsShownOnce() {
        Answer created = live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\",\"name\":\"Garage\"}");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Cache-Control")).contains("no-store");
        JsonNode charger = created.json();
        assertThat(charger.propertyNames())
                .containsExactly("chargeBoxId", "name", "connectionUrl", "password", "createdAt");
        assertThat(charger.path("name").stringValue()).isEqualTo("Garage");
        assertThat(charger.path("connectionUrl").stringValue())
                .isEqualTo("ws://localhost:8081/ocpp/" + tenant.id() + "/CP-1");
        assertThat(charger.path("password").stringValue()).matches("[A-Za-z0-9_-]{40}");
        assertThat(charger.path("createdAt").stringValue()).matches(TIMESTAMP);

        Answer again = live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.problem()).isEqualTo("conflict");
        assertThat(live.get(CHARGERS).body())
                .doesNotContain(charger.path("password").stringValue());
    }

    @Test
    void aChargerRegisteredAgainStartsAfresh() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(new Story(tenant.id(), "CP-1").connected());
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() ->
                            assertThat(live.get(CHARGERS + "/CP-1").body()).contains("\"online\""));
        }

        Answer deleted = live.delete(CHARGERS + "/CP-1");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.json().propertyNames()).containsExactly("message");
        assertThat(live.get(CHARGERS + "/CP-1").status()).isEqualTo(404);
        assertThat(live.delete(CHARGERS + "/CP-1").status()).isEqualTo(404);

        assertThat(live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}").status()).isEqualTo(201);
        assertThat(live.get(CHARGERS + "/CP-1").body()).contains("\"offline\"", "\"lastSeen\":null");
    }

    @Test
    void registrationAndDeletionReachTheGatewaysTopic() {
        ChargerId id = new ChargerId(tenant.id(), "CP-1");
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.CHARGER_REGISTRATIONS)) {
            Answer created = live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
            String password = created.json().path("password").stringValue();
            topic.await(id, Objects::nonNull);
            assertThat(topic.get(id))
                    .isEqualTo(new ChargerRegistration(
                            tenant.id(),
                            "CP-1",
                            Mode.LIVE,
                            new ChargerPassword(password).hash(),
                            Instant.parse(created.json().path("createdAt").stringValue())));

            live.delete(CHARGERS + "/CP-1");
            topic.await(id, Objects::isNull);
        }
    }

    /** Other changes of the organisation, such as of a webhook, lock its row. */
    @Test
    void aRegistrationDoesNotWaitForOtherChangesOfTheOrganisation() throws Exception {
        Postgres postgres = Platform.get().postgres();
        try (Connection other =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var lock = other.prepareStatement("SELECT 1 FROM organisations WHERE id = ? FOR NO KEY UPDATE")) {
            other.setAutoCommit(false);
            lock.setString(1, tenant.id());
            lock.execute();

            Answer created = live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
            assertThat(created.status()).as(created.body()).isEqualTo(201);
            other.rollback();
        }
    }

    /** Registrations lock the organisation's row, so that its tier does not change meanwhile. */
    @Test
    void anApiKeyIsCreatedWhileChargersAreRegistered() throws Exception {
        Postgres postgres = Platform.get().postgres();
        try (Connection other =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var lock = other.prepareStatement("SELECT 1 FROM organisations WHERE id = ? FOR KEY SHARE")) {
            other.setAutoCommit(false);
            lock.setString(1, tenant.id());
            lock.execute();

            ApiClient user = replica.client().token(Platform.get().tokens().token(tenant.id()));
            Answer created = user.post("/api/v1/auth/api-keys", "{\"name\":\"second\"}");
            assertThat(created.status()).as(created.body()).isEqualTo(201);
            other.rollback();
        }
    }

    /** Another registration of the same id locks the id until it commits. */
    @Test
    void aRegistrationThatWaitsTooLongForAnotherIsRefusedWithThatReason() throws Exception {
        Postgres postgres = Platform.get().postgres();
        try (Connection other =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var insert = other.prepareStatement("INSERT INTO chargers (organisation_id, charge_box_id, mode,"
                        + " password_hash, created_at) VALUES (?, 'CP-1', 'live', repeat('0', 64), now())")) {
            other.setAutoCommit(false);
            insert.setString(1, tenant.id());
            insert.execute();

            Answer refused = live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.json().path("detail").stringValue()).contains("waited too long");
            assertThat(refused.header("Retry-After")).contains("1");
            other.rollback();
        }
        assertThat(live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}").status()).isEqualTo(201);
    }

    @Test
    void aNewPasswordReplacesTheOldOneInTheGatewaysTopicWithinASecond() {
        ChargerId id = new ChargerId(tenant.id(), "CP-1");
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\",\"name\":\"Garage\"}");
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.CHARGER_REGISTRATIONS)) {
            topic.await(id, Objects::nonNull);
            Answer rotated = live.send("POST", CHARGERS + "/CP-1/password", null);

            assertThat(rotated.status()).isEqualTo(200);
            assertThat(rotated.header("Cache-Control")).contains("no-store");
            assertThat(rotated.json().propertyNames()).containsExactly("password");
            String password = rotated.json().path("password").stringValue();
            assertThat(password).matches("[A-Za-z0-9_-]{40}");
            String expected = new ChargerPassword(password).hash();
            topic.await(
                    id,
                    registration ->
                            registration != null && registration.passwordHash().equals(expected));
            assertThat(live.get(CHARGERS + "/CP-1").json().path("name").stringValue())
                    .isEqualTo("Garage");
        }
        assertThat(tenant.test().post(CHARGERS + "/CP-1/password", "{}").status())
                .isEqualTo(404);
        assertThat(live.post(CHARGERS + "/CP-2/password", "{}").status()).isEqualTo(404);
        assertThat(live.post(CHARGERS + "/CP-1/password", "{\"password\":\"my own\"}")
                        .json()
                        .path("errors"))
                .hasToString("[{\"field\":\"password\",\"message\":\"is not known here\"}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Haus 7", "ü-1", "a+b", "50%", "a;b=c", "@home&co", "a,b", "%2F%5c%00%0A"})
    void idsArePercentDecoded(String id) {
        Answer created = live.post(CHARGERS, "{\"chargeBoxId\":\"" + id + "\"}");
        String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().path("connectionUrl").stringValue()).endsWith("/" + encoded);
        assertThat(live.get(CHARGERS + '/' + encoded).json().path("chargeBoxId").stringValue())
                .isEqualTo(id);
        assertThat(live.delete(CHARGERS + '/' + encoded).status()).isEqualTo(200);
    }

    @Test
    void everyFaultIsListedAtOnce() {
        Answer answer = live.post(CHARGERS, "{\"chargeBoxId\":\"a/b\",\"name\":\"\",\"mode\":\"live\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.fields()).containsExactlyInAnyOrder("chargeBoxId", "name", "mode");
    }

    @ParameterizedTest
    @CsvSource({"FREE, 1", "STARTER, 5"})
    void aTiersLimitHoldsForConcurrentRegistrations(Tier tier, int limit) throws Exception {
        Tenant small = Tenant.of(replica, tier);
        List<Answer> answers = atOnce(IntStream.range(0, 12)
                .<Callable<Answer>>mapToObj(
                        i -> () -> small.live().post(CHARGERS, "{\"chargeBoxId\":\"CP-" + i + "\"}"))
                .toList());

        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(limit);
        assertThat(answers.stream().filter(answer -> answer.status() != 201)).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.problem()).isEqualTo("charger-limit-reached");
        });
    }

    @Test
    void concurrentRegistrationsEachGetTheirOwnResult() throws Exception {
        List<Answer> answers = atOnce(IntStream.range(0, 48)
                .<Callable<Answer>>mapToObj(i -> () -> live.post(CHARGERS, "{\"chargeBoxId\":\"CP-" + i % 16 + "\"}"))
                .toList());

        List<JsonNode> created = answers.stream()
                .filter(answer -> answer.status() == 201)
                .map(Answer::json)
                .toList();
        assertThat(created)
                .extracting(charger -> charger.path("chargeBoxId").stringValue())
                .hasSize(16)
                .doesNotHaveDuplicates();
        assertThat(created)
                .extracting(charger -> charger.path("password").stringValue())
                .doesNotHaveDuplicates();
        assertThat(answers.stream().filter(answer -> answer.status() == 409)).hasSize(32);
        assertThat(created)
                .allSatisfy(charger -> assertThat(live.get(CHARGERS + "/"
                                        + charger.path("chargeBoxId").stringValue())
                                .json()
                                .path("createdAt"))
                        .isEqualTo(charger.path("createdAt")));
    }

    @Test
    void theSandboxAllowsTwoChargersThatLiveDoesNotSee() {
        assertThat(tenant.test().post(CHARGERS, "{\"chargeBoxId\":\"T-1\"}").status())
                .isEqualTo(201);
        assertThat(tenant.test().post(CHARGERS, "{\"chargeBoxId\":\"T-2\"}").status())
                .isEqualTo(201);
        Answer third = tenant.test().post(CHARGERS, "{\"chargeBoxId\":\"T-3\"}");
        assertThat(third.status()).isEqualTo(409);
        assertThat(third.problem()).isEqualTo("limit-reached");

        assertThat(live.get(CHARGERS).body()).isEqualTo("{\"chargers\":[]}");
        assertThat(live.get(CHARGERS + "/T-1").status()).isEqualTo(404);
        assertThat(live.delete(CHARGERS + "/T-1").status()).isEqualTo(404);
        assertThat(live.post(CHARGERS, "{\"chargeBoxId\":\"T-1\"}").problem()).isEqualTo("conflict");
        assertThat(tenant.test().get(CHARGERS + "/T-1").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "batch"})
    void namesOfOtherPathsAreRefusedAsChargeBoxIds(String id) {
        Answer refused = live.post(CHARGERS, "{\"chargeBoxId\":\"" + id + "\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("errors").path(0).path("field").stringValue())
                .isEqualTo("chargeBoxId");
    }

    private static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(calls).stream().map(Future::resultNow).toList();
        }
    }
}
