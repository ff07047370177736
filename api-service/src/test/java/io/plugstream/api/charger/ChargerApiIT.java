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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ChargerApiIT {

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
    void anUnknownChargerShowsWhatIsNotKnownAsNull() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");

        JsonNode charger = live.get(CHARGERS + "/CP-1").json();
        assertThat(charger.propertyNames())
                .containsExactly(
                        "chargeBoxId",
                        "name",
                        "status",
                        "lastSeen",
                        "vendor",
                        "model",
                        "serialNumber",
                        "firmwareVersion",
                        "protocol",
                        "connectionUrl",
                        "connectors",
                        "evses",
                        "createdAt");
        assertThat(charger.path("connectionUrl").stringValue())
                .isEqualTo("ws://localhost:8081/ocpp/" + tenant.id() + "/CP-1");
        assertThat(live.get(CHARGERS).body()).doesNotContain("connectionUrl");
        assertThat(charger.path("status").stringValue()).isEqualTo("offline");
        assertThat(charger.path("name").isNull()).isTrue();
        assertThat(charger.path("lastSeen").isNull()).isTrue();
        assertThat(charger.path("connectors").toString()).isEqualTo("[]");
    }

    @Test
    void showsWhatTheEventsSay() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        Story story = new Story(tenant.id(), "CP-1");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(
                    story.connected(), story.booted("1.0"), story.status(1, "Available"), story.status(2, "Faulted"));
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                JsonNode charger = live.get(CHARGERS + "/CP-1").json();
                assertThat(charger.path("status").stringValue()).isEqualTo("online");
                assertThat(charger.path("lastSeen").stringValue()).isEqualTo("2026-01-31T09:00:04.000Z");
                assertThat(charger.path("vendor").stringValue()).isEqualTo("Acme");
                assertThat(charger.path("firmwareVersion").stringValue()).isEqualTo("1.0");
                assertThat(charger.path("protocol").stringValue()).isEqualTo("ocpp1.6");
                assertThat(charger.path("connectors").toString())
                        .isEqualTo("[{\"connectorId\":1,\"status\":\"Available\",\"errorCode\":\"NoError\","
                                + "\"updatedAt\":\"2026-01-31T09:00:03.000Z\"},{\"connectorId\":2,\"status\":\"Faulted\","
                                + "\"errorCode\":\"NoError\",\"updatedAt\":\"2026-01-31T09:00:04.000Z\"}]");
            });
            log.append(story.disconnected());
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(live.get(CHARGERS)
                                    .json()
                                    .path("chargers")
                                    .path(0)
                                    .path("status")
                                    .stringValue())
                            .isEqualTo("offline"));
        }
    }

    @Test
    void showsWhichRulesAChargerBreaks() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        Story story = new Story(tenant.id(), "CP-1");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(
                    story.connected(), Story.deviating(story.booted("1.0"), Map.of("unknownField", 2, "longText", 1)));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(live.get(CHARGERS + "/CP-1")
                                            .json()
                                            .path("deviations")
                                            .toString())
                                    .isEqualTo(
                                            "[{\"kind\":\"longText\",\"count\":1,\"lastSeen\":\"2026-01-31T09:00:02.000Z\"},"
                                                    + "{\"kind\":\"unknownField\",\"count\":2,\"lastSeen\":\"2026-01-31T09:00:02.000Z\"}]"));
            assertThat(live.get(CHARGERS).json().path("chargers").path(0).has("deviations"))
                    .isFalse();
        }
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

    /** Whoever changes something else of the organisation, a webhook for instance, holds its row. */
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

    /** Another registration of the same id holds the id until it commits. */
    @Test
    void aRegistrationThatWaitsTooLongForAnotherSaysSo() throws Exception {
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
            assertThat(refused.json().path("detail").stringValue()).contains("under way");
            assertThat(refused.header("Retry-After")).contains("1");
            other.rollback();
        }
        assertThat(live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}").status()).isEqualTo(201);
    }

    @Test
    void manyAreRegisteredAtOnceAndEachIsToldItsFate() {
        Tenant small = Tenant.of(replica, Tier.STARTER);
        small.live().post(CHARGERS, "{\"chargeBoxId\":\"CP-0\"}");
        ApiClient keyed = small.live().header("Idempotency-Key", "many");
        String body = """
                {"chargers":[{"chargeBoxId":"CP-0"},{"chargeBoxId":"CP-1","name":"Garage"},{"chargeBoxId":"a/b"},
                {"chargeBoxId":"CP-1"},{"chargeBoxId":"batch"},{"chargeBoxId":"CP-2"},{"chargeBoxId":"CP-3"},
                {"chargeBoxId":"CP-4"},{"chargeBoxId":"CP-5"}]}""";

        Answer answer = keyed.post(CHARGERS + "/batch", body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(fates(answer))
                .containsExactly(
                        "CP-0 exists",
                        "CP-1 created",
                        "a/b refused",
                        "CP-1 exists",
                        "batch refused",
                        "CP-2 created",
                        "CP-3 created",
                        "CP-4 created",
                        "CP-5 refused");
        JsonNode first = answer.json().path("chargers").path(1);
        assertThat(first.propertyNames()).containsExactly("chargeBoxId", "status", "password", "connectionUrl");
        assertThat(first.path("connectionUrl").stringValue()).endsWith(small.id() + "/CP-1");
        assertThat(answer.json().path("chargers").path(8).path("error").stringValue())
                .contains("Starter allows 5");
        String password = first.path("password").stringValue();
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.CHARGER_REGISTRATIONS)) {
            ChargerId id = new ChargerId(small.id(), "CP-1");
            topic.await(id, Objects::nonNull);
            assertThat(topic.get(id))
                    .usingRecursiveComparison()
                    .ignoringFields("registeredAt")
                    .isEqualTo(new ChargerRegistration(
                            small.id(), "CP-1", Mode.LIVE, new ChargerPassword(password).hash(), null));
        }
        assertThat(small.live().get(CHARGERS + "/CP-1").json().path("name").stringValue())
                .isEqualTo("Garage");

        Answer again = keyed.post(CHARGERS + "/batch", body);
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(fates(again)).isEqualTo(fates(answer));
        assertThat(again.body()).doesNotContain("password");
        assertThat(small.live().get(CHARGERS).json().path("chargers").size()).isEqualTo(5);

        small.live().delete(CHARGERS + "/CP-0");
        assertThat(fates(small.live().post(CHARGERS + "/batch", body)))
                .contains("CP-0 created", "CP-1 exists", "CP-5 refused");
    }

    @Test
    void aBatchHasOneToFiveHundredChargersAndNothingElse() {
        for (String body : List.of(
                "{}",
                "{\"chargers\":[]}",
                "{\"chargers\":[1]}",
                "{\"chargers\":[{}]}",
                "{\"chargers\":[{\"chargeBoxId\":7}]}",
                "{\"chargers\":[{\"chargeBoxId\":\"CP\",\"mode\":\"test\"}]}",
                "{\"chargers\":[" + "{\"chargeBoxId\":\"CP\"},".repeat(500) + "{\"chargeBoxId\":\"CP\"}]}")) {
            assertThat(live.post(CHARGERS + "/batch", body).status()).isEqualTo(400);
        }
        Answer wrong = live.post(
                CHARGERS + "/batch",
                "{\"chargers\":[{\"chargeBoxId\":\"CP\"},{\"chargeBoxId\":\"C2\",\"name\":\"\"}]}");
        assertThat(wrong.json().path("errors").path(0).path("field").stringValue())
                .isEqualTo("chargers[1].name");
        assertThat(live.get(CHARGERS).json().path("chargers").size()).isZero();

        String most = IntStream.range(0, 500)
                .mapToObj(i -> "{\"chargeBoxId\":\"CP-" + i + "\"}")
                .collect(Collectors.joining(",", "{\"chargers\":[", "]}"));
        assertThat(fates(live.post(CHARGERS + "/batch", most))).hasSize(500).allMatch(fate -> fate.endsWith("created"));
    }

    private static List<String> fates(Answer answer) {
        return answer.json()
                .path("chargers")
                .valueStream()
                .map(item -> item.path("chargeBoxId").stringValue()
                        + ' '
                        + item.path("status").stringValue())
                .toList();
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
    }

    @Test
    void aNameCanBeChangedAndTakenAwayAndNothingElseHappens() {
        ChargerId id = new ChargerId(tenant.id(), "CP-1");
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\",\"name\":\"Garage\"}");
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.CHARGER_REGISTRATIONS)) {
            topic.await(id, Objects::nonNull);

            Answer renamed = live.send("PATCH", CHARGERS + "/CP-1", "{\"name\":\"Hof\"}");
            assertThat(renamed.status()).isEqualTo(200);
            assertThat(renamed.json().path("name").stringValue()).isEqualTo("Hof");
            assertThat(renamed.body()).isEqualTo(live.get(CHARGERS + "/CP-1").body());
            Answer nameless = live.send("PATCH", CHARGERS + "/CP-1", "{\"name\":null}");
            assertThat(nameless.json().path("name").isNull()).isTrue();

            // Whatever a rename published would stand before this.
            live.post(CHARGERS, "{\"chargeBoxId\":\"CP-2\"}");
            topic.await(new ChargerId(tenant.id(), "CP-2"), Objects::nonNull);
            assertThat(topic.seen(id)).isOne();
        }
    }

    @Test
    void aRenameIsChecked() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");

        for (String body :
                List.of("{}", "{\"name\":\"\"}", "{\"name\":7}", "{\"name\":\"x\",\"mode\":\"test\"}", "[]")) {
            assertThat(live.send("PATCH", CHARGERS + "/CP-1", body).status())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(live.send("PATCH", CHARGERS + "/CP-2", "{\"name\":\"x\"}").status())
                .isEqualTo(404);
        assertThat(tenant.test()
                        .send("PATCH", CHARGERS + "/CP-1", "{\"name\":\"x\"}")
                        .status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Haus 7", "ü-1", "a+b", "50%", "a;b=c", "@home&co", "a,b"})
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
        assertThat(answer.json()
                        .path("errors")
                        .valueStream()
                        .map(fault -> fault.path("field").stringValue()))
                .containsExactlyInAnyOrder("chargeBoxId", "name", "mode");
    }

    @ParameterizedTest
    @CsvSource({"FREE, 1", "STARTER, 5"})
    void aTiersLimitHoldsHoweverManyComeAtOnce(Tier tier, int limit) throws Exception {
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
    void theSandboxHasTwoOfItsOwnThatLiveDoesNotSee() {
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

    @Test
    void pagesHoldEachChargerOnceWhileOthersAreAdded() {
        for (int i = 0; i < 7; i++) {
            live.post(CHARGERS, "{\"chargeBoxId\":\"CP-" + i + "\"}");
        }
        List<String> ids = new ArrayList<>();
        Answer page = live.get(CHARGERS + "?limit=3");
        while (true) {
            page.json()
                    .path("chargers")
                    .valueStream()
                    .forEach(charger -> ids.add(charger.path("chargeBoxId").stringValue()));
            if (!page.json().has("nextCursor")) {
                break;
            }
            live.post(CHARGERS, "{\"chargeBoxId\":\"A-" + ids.size() + "\"}");
            page = live.get(CHARGERS + "?limit=3&cursor="
                    + page.json().path("nextCursor").stringValue());
        }

        assertThat(ids).containsExactly("CP-0", "CP-1", "CP-2", "CP-3", "CP-4", "CP-5", "CP-6");
        assertThat(live.get(CHARGERS + "?limit=0&cursor=x")
                        .json()
                        .path("errors")
                        .size())
                .isEqualTo(2);
    }

    @Test
    void theSummaryCountsTheChargersOfTheModeByStatus() {
        assertThat(live.get(CHARGERS + "/summary").body()).isEqualTo("{\"total\":0,\"online\":0,\"offline\":0}");
        for (String id : List.of("CP-1", "CP-2", "CP-3", "CP-4")) {
            live.post(CHARGERS, "{\"chargeBoxId\":\"" + id + "\"}");
        }
        tenant.test().post(CHARGERS, "{\"chargeBoxId\":\"T-1\"}");
        Story first = new Story(tenant.id(), "CP-1");
        Story second = new Story(tenant.id(), "CP-2");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(first.connected(), second.connected(), new Story(tenant.id(), "CP-3").connected());
            awaitSummary("{\"total\":4,\"online\":3,\"offline\":1}");
            log.append(first.disconnected());
            awaitSummary("{\"total\":4,\"online\":2,\"offline\":2}");
        }
        live.delete(CHARGERS + "/CP-2");

        assertThat(live.get(CHARGERS + "/summary").body()).isEqualTo("{\"total\":3,\"online\":1,\"offline\":2}");
        assertThat(tenant.test().get(CHARGERS + "/summary").body())
                .isEqualTo("{\"total\":1,\"online\":0,\"offline\":1}");
        assertThat(Tenant.of(replica, Tier.FREE)
                        .live()
                        .get(CHARGERS + "/summary")
                        .json()
                        .path("total")
                        .intValue(-1))
                .isZero();
    }

    private void awaitSummary(String summary) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(live.get(CHARGERS + "/summary").body()).isEqualTo(summary));
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "batch"})
    void pathsBesideThoseOfChargersAreNoChargeBoxIds(String id) {
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
