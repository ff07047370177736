package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.live.StreamReader;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import io.plugstream.model.json.Timestamps;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;

class HandshakeApiIT {

    private static final String ALL = "/api/v1/handshakes";
    private static final String OF_CHARGER = "/api/v1/chargers/CP-1/handshakes";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();
    private final RefusalLog log = new RefusalLog(Platform.get().kafka());
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void aChargerShowsWhyItWasRefused() {
        register(live, "CP-1");
        RefusedHandshake refusal = refusal("CP-1", Mode.LIVE, Reason.WRONG_PASSWORD, 0);
        log.append(List.of(refusal));

        awaitBody(
                live,
                OF_CHARGER,
                "{\"handshakes\":[{\"id\":\"" + refusal.id() + "\",\"chargeBoxId\":\"CP-1\","
                        + "\"reason\":\"wrong_password\",\"address\":\"192.0.2.7\",\"refusedAt\":\""
                        + Timestamps.format(refusal.refusedAt()) + "\"}]}");
        assertThat(live.get(ALL).body()).isEqualTo(live.get(OF_CHARGER).body());
    }

    /** Also on the other replica; the messages have no event id. */
    @Test
    void aStreamThatAsksForRefusalsReceivesThemWithinTwoSeconds() {
        ApiReplica other = Replicas.second();
        Map<String, String> user =
                Map.of("Authorization", "Bearer " + Platform.get().tokens().token(tenant.id()));
        try (StreamReader watching = StreamReader.open(other.port(), "/api/v1/events?handshakes=true", user, 10);
                StreamReader plain = StreamReader.open(other.port(), "/api/v1/events", user, 10)) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !watching.blocks().isEmpty() && !plain.blocks().isEmpty());
            RefusedHandshake refusal = refusal("CP-1", null, Reason.UNKNOWN_ID, 0);
            log.append(List.of(refusal));
            await().atMost(Duration.ofSeconds(2))
                    .until(() ->
                            watching.events().stream().anyMatch(block -> "handshake.refused".equals(block.event())));

            StreamReader.Block told = watching.events().getFirst();
            assertThat(told.id()).isNull();
            assertThat(told.data())
                    .isEqualTo("{\"id\":\"" + refusal.id() + "\",\"chargeBoxId\":\"CP-1\","
                            + "\"reason\":\"unknown_id\",\"address\":\"192.0.2.7\",\"refusedAt\":\""
                            + Timestamps.format(refusal.refusedAt()) + "\"}");
            assertThat(ids(live.get(ALL))).containsExactly(refusal.id().toString());
            assertThat(plain.events()).isEmpty();
        }
        assertThat(live.get("/api/v1/events?handshakes=yes")
                        .json()
                        .at("/errors/0/field")
                        .stringValue())
                .isEqualTo("handshakes");
    }

    @Test
    void refusalsBeforeTheRegistrationAreShownAndThoseWithoutAChargerInTheOrganisationsList() {
        log.append(List.of(
                refusal(null, null, Reason.WRONG_PATH, 3),
                refusal("CP-1", null, Reason.UNKNOWN_ID, 2),
                refusal("CP-2", null, Reason.TOO_MANY_ATTEMPTS, 1)));
        awaitReasons(live, ALL, "too_many_attempts", "unknown_id", "wrong_path");
        assertThat(live.get(OF_CHARGER).status()).isEqualTo(404);

        register(live, "CP-1");
        assertThat(reasons(live.get(OF_CHARGER))).containsExactly("unknown_id");
        assertThat(live.get(ALL).json().at("/handshakes/2/chargeBoxId").isNull())
                .isTrue();
    }

    @Test
    void refusalsAreHiddenFromTheOtherModeAndOtherOrganisations() {
        Tenant other = Tenant.of(replica, Tier.SCALE);
        register(live, "CP-1");
        register(tenant.test(), "T-1");
        register(other.live(), "CP-1");
        log.append(List.of(
                refusal("CP-1", Mode.LIVE, Reason.WRONG_PASSWORD, 3),
                refusal("T-1", Mode.TEST, Reason.TLS, 2),
                refusal("nobody", null, Reason.UNKNOWN_ID, 1)));

        awaitReasons(live, ALL, "unknown_id", "wrong_password");
        assertThat(reasons(tenant.test().get(ALL))).containsExactly("unknown_id", "tls");
        assertThat(reasons(tenant.test().get("/api/v1/chargers/T-1/handshakes")))
                .containsExactly("tls");
        assertThat(tenant.test().get(OF_CHARGER).status()).isEqualTo(404);
        assertThat(reasons(other.live().get(ALL))).isEmpty();
        assertThat(reasons(other.live().get(OF_CHARGER))).isEmpty();
        assertThat(live.get("/api/v1/chargers/T-1/handshakes").status()).isEqualTo(404);
        assertThat(live.get("/api/v1/chargers/nobody/handshakes").status()).isEqualTo(404);
    }

    @Test
    void pagesListEachRefusalOnceNewestFirstEvenWithinAMillisecond() {
        List<RefusedHandshake> refusals = IntStream.range(0, 7)
                .mapToObj(i -> refusal("CP-9", null, Reason.UNKNOWN_ID, i / 2))
                .toList();
        log.append(refusals);
        await().atMost(Duration.ofSeconds(20)).until(() -> ids(live.get(ALL)).size() == 7);
        List<String> all = ids(live.get(ALL));

        List<String> paged = new ArrayList<>();
        Answer page = live.get(ALL + "?limit=3");
        paged.addAll(ids(page));
        log.append(List.of(refusal("CP-9", null, Reason.UNKNOWN_ID, -1)));
        await().atMost(Duration.ofSeconds(20)).until(() -> ids(live.get(ALL)).size() == 8);
        while (page.json().has("nextCursor")) {
            page = live.get(
                    ALL + "?limit=3&cursor=" + page.json().path("nextCursor").stringValue());
            paged.addAll(ids(page));
        }

        assertThat(paged)
                .isEqualTo(all)
                .containsExactlyInAnyOrderElementsOf(refusals.stream()
                        .map(refusal -> refusal.id().toString())
                        .toList());
        assertThat(live.get(ALL + "?limit=201&cursor=x&reason=tls").json().path("errors"))
                .hasSize(3);
        register(live, "CP-1");
        assertThat(live.get(OF_CHARGER + "?limit=0").status()).isEqualTo(400);
    }

    @Test
    void afterAFloodTheNewestHundredOfAChargerAndThousandOfUnknownOnesAreKept() {
        log.append(List.of(refusal("CP-1", Mode.LIVE, Reason.WRONG_PASSWORD, 10_000)));
        log.append(IntStream.range(0, 150)
                .mapToObj(i -> refusal("CP-2", Mode.LIVE, Reason.WRONG_PASSWORD, i))
                .toList());
        log.append(IntStream.range(0, 1_200)
                .mapToObj(i -> refusal("made-up-" + i, null, Reason.UNKNOWN_ID, 1_000 + i))
                .toList());
        RefusedHandshake last = refusal("CP-3", Mode.TEST, Reason.TLS, 0);
        log.append(List.of(last));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> ids(tenant.test().get(ALL)).contains(last.id().toString()));

        assertThat(count("charge_box_id = 'CP-1'")).isOne();
        assertThat(count("charge_box_id = 'CP-2'")).isEqualTo(100);
        assertThat(count("mode IS NULL")).isEqualTo(1_000);
        assertThat(oldest("charge_box_id = 'CP-2'")).isEqualTo(now.minusMillis(99));
        assertThat(oldest("mode IS NULL")).isEqualTo(now.minusMillis(1_999));
        register(live, "CP-2");
        assertThat(everyPage("/api/v1/chargers/CP-2/handshakes")).hasSize(100);
        assertThat(everyPage(ALL)).hasSize(1_000);
    }

    @Test
    void repeatedRefusalsAreStoredOnceAndThoseOfUnknownOrganisationsNot() {
        RefusedHandshake refusal = refusal("CP-1", null, Reason.UNKNOWN_ID, 5);
        String nobody = "org-" + UUID.randomUUID();
        log.append(List.of(
                new RefusedHandshake(UUID.randomUUID(), nobody, "CP-1", null, Reason.UNKNOWN_ID, "192.0.2.7", now),
                refusal,
                refusal));
        log.append(List.of(refusal, refusal("CP-1", null, Reason.UNKNOWN_ID, 0)));
        await().atMost(Duration.ofSeconds(20)).until(() -> ids(live.get(ALL)).size() == 2);

        assertThat(replica.bean(DatabaseClient.class)
                        .sql("SELECT count(*) FROM refused_handshakes WHERE organisation_id = :nobody")
                        .bind("nobody", nobody)
                        .mapValue(Long.class)
                        .one()
                        .block())
                .isZero();
    }

    @Test
    void refusalsOlderThanSevenDaysAreNotShown() {
        log.append(List.of(
                refusal(
                        "CP-1",
                        null,
                        Reason.UNKNOWN_ID,
                        Duration.ofDays(7).plusMinutes(1).toMillis()),
                refusal(
                        "CP-1",
                        null,
                        Reason.WRONG_PATH,
                        Duration.ofDays(7).minusMinutes(5).toMillis())));

        awaitReasons(live, ALL, "wrong_path");
    }

    private RefusedHandshake refusal(@Nullable String chargeBoxId, @Nullable Mode mode, Reason reason, long millisAgo) {
        return new RefusedHandshake(
                UUID.randomUUID(), tenant.id(), chargeBoxId, mode, reason, "192.0.2.7", now.minusMillis(millisAgo));
    }

    private static void register(ApiClient client, String chargeBoxId) {
        assertThat(client.post("/api/v1/chargers", "{\"chargeBoxId\":\"" + chargeBoxId + "\"}")
                        .status())
                .isEqualTo(201);
    }

    private static void awaitBody(ApiClient client, String path, String body) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(client.get(path).body()).isEqualTo(body));
    }

    private static void awaitReasons(ApiClient client, String path, String... reasons) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(reasons(client.get(path))).containsExactly(reasons));
    }

    private static List<String> reasons(Answer answer) {
        return texts(answer, "reason");
    }

    private static List<String> ids(Answer answer) {
        return texts(answer, "id");
    }

    private static List<String> texts(Answer answer, String field) {
        return answer.json()
                .path("handshakes")
                .valueStream()
                .map(handshake -> handshake.path(field).stringValue())
                .toList();
    }

    private List<String> everyPage(String path) {
        Answer page = live.get(path + "?limit=200");
        List<String> all = new ArrayList<>(ids(page));
        while (page.json().has("nextCursor")) {
            page = live.get(
                    path + "?limit=200&cursor=" + page.json().path("nextCursor").stringValue());
            all.addAll(ids(page));
        }
        return all;
    }

    private @Nullable Long count(String condition) {
        return ask("count(*)", condition, Long.class);
    }

    private @Nullable Instant oldest(String condition) {
        return ask("min(refused_at)", condition, Instant.class);
    }

    private <T> @Nullable T ask(String what, String condition, Class<T> type) {
        return replica.bean(DatabaseClient.class)
                .sql("SELECT " + what + " AS answer FROM refused_handshakes WHERE organisation_id = :organisation AND "
                        + condition)
                .bind("organisation", tenant.id())
                .mapValue(type)
                .one()
                .block();
    }
}
