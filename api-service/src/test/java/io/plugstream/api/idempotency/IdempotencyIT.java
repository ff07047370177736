package io.plugstream.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

class IdempotencyIT {

    private static final String CHARGERS = "/api/v1/chargers";
    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String HOOK =
            "{\"url\":\"http://127.0.0.1:9/h\",\"events\":[\"charger.boot\"],\"secret\":\"0123456789abcdef0123\"}";

    private final Tenant tenant = Tenant.of(Replicas.first(), Tier.STARTER);
    private final ApiClient one = tenant.live();
    private final ApiClient two = on(Replicas.second().client());
    private final IdempotencyKeys keys = Replicas.first().bean(IdempotencyKeys.class);
    private final DatabaseClient database = Replicas.first().bean(DatabaseClient.class);

    private ApiClient on(ApiClient client) {
        return client.token(Platform.get().tokens().token(tenant.id()));
    }

    @Test
    void aRepeatedRequestGetsTheFirstAnswerOnAnyReplica() {
        ApiClient user = on(Replicas.first().client());
        Answer first = user.header("Idempotency-Key", "a b~").post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        Answer again = two.header("Idempotency-Key", "a b~").post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");

        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(again.status()).as(again.body()).isEqualTo(201);
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
        assertThat(again.header("Cache-Control")).isEqualTo(first.header("Cache-Control"));
        assertThat(again.header("Location")).contains(CHARGERS + "/CP-1").isEqualTo(first.header("Location"));
        String password = first.json().path("password").stringValue();
        assertThat(again.body()).isEqualTo(first.body().replace("\"password\":\"" + password + "\",", ""));
        assertThat(again.number("RateLimit-Remaining")).isLessThan(first.number("RateLimit-Remaining"));
        assertThat(stored()).contains("CP-1").doesNotContain(password);
        assertThat(one.get(CHARGERS).json().path("chargers").size()).isEqualTo(1);
    }

    @Test
    void aDifferentRequestWithTheKeyIsRefusedAndModesHaveSeparateKeys() {
        ApiClient keyed = one.header("Idempotency-Key", "k");
        assertThat(keyed.post(WEBHOOKS, HOOK).status()).isEqualTo(201);

        assertThat(keyed.post(WEBHOOKS, HOOK + ' ').problem()).isEqualTo("idempotency-key-reused");
        assertThat(keyed.post(CHARGERS, HOOK).problem()).isEqualTo("idempotency-key-reused");
        assertThat(keyed.post(WEBHOOKS + "?x=1", HOOK).status()).isEqualTo(409);
        assertThat(tenant.test()
                        .header("Idempotency-Key", "k")
                        .post(WEBHOOKS, HOOK)
                        .header("Idempotent-Replayed"))
                .isEmpty();
        assertThat(one.header("Idempotency-Key", "l").post(WEBHOOKS, HOOK).status())
                .isEqualTo(201);
        assertThat(one.get(WEBHOOKS).json().path("webhooks").size()).isEqualTo(2);
    }

    @Test
    void exactlyOneOfConcurrentRequestsDoesTheWork() {
        ApiClient user = on(Replicas.first().client()).header("Idempotency-Key", "race");
        ApiClient other = two.header("Idempotency-Key", "race");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Answer>> racing = IntStream.range(0, 12)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> (i % 2 == 0 ? user : other).post(WEBHOOKS, HOOK), threads))
                    .toList();
            List<Answer> answers = racing.stream().map(CompletableFuture::join).toList();

            assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(201));
            assertThat(answers.stream().map(answer -> answer.json().path("id").stringValue()))
                    .containsOnly(answers.getFirst().json().path("id").stringValue());
            assertThat(answers.stream()
                            .filter(answer ->
                                    answer.header("Idempotent-Replayed").isEmpty()))
                    .hasSize(1);
        }
        assertThat(one.get(WEBHOOKS).json().path("webhooks").size()).isEqualTo(1);
    }

    @Test
    void refusalsAreRepeated() {
        ApiClient keyed = one.header("Idempotency-Key", "bad");
        Answer first = keyed.post(CHARGERS, "{\"chargeBoxId\":\"\",\"nmae\":1}");
        Answer again = keyed.post(CHARGERS, "{\"chargeBoxId\":\"\",\"nmae\":1}");

        assertThat(first.problem()).isEqualTo("invalid-request");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Content-Type")).contains("application/problem+json");
        assertThat(again.header("Idempotent-Replayed")).contains("true");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 256})
    void aKeyHas1To255Characters(int length) {
        Answer answer = one.header("Idempotency-Key", "x".repeat(length)).post(CHARGERS, "{}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("errors").path(0).path("field").stringValue())
                .isEqualTo("Idempotency-Key");
    }

    @Test
    void otherMethodsAndTooLargeBodiesStoreNoKey() {
        assertThat(one.header("Idempotency-Key", "g").get(CHARGERS).status()).isEqualTo(200);
        assertThat(one.header("Idempotency-Key", "g")
                        .post(CHARGERS, "{\"chargeBoxId\":\"" + "x".repeat(70_000) + "\"}")
                        .status())
                .isEqualTo(413);
        assertThat(stored()).isEqualTo("nothing");
    }

    @Test
    void aKeyOfADeadProcessIsRetriedAfterItsLeaseIfNothingWasChanged() {
        Claim claim = claim("dead");
        sql("UPDATE idempotency_keys SET leased_until = now()");

        ClaimResult next = Objects.requireNonNull(keys.claim(claim.request()).block());
        assertThat(next).isInstanceOf(ClaimResult.First.class);
        assertThat(keys.claim(claim.request()).block()).isEqualTo(new ClaimResult.Pending());
        // If the first process is still alive, its transaction must not commit.
        assertThat(keys.worked(claim)
                        .thenReturn("committed")
                        .onErrorReturn("refused")
                        .block())
                .isEqualTo("refused");
    }

    @Test
    void aKeyOfADeadProcessIsNotRetriedIfItsWorkWasDone() {
        Claim claim = claim("half");
        keys.worked(claim).block();
        assertThat(keys.claim(claim.request()).block()).isEqualTo(new ClaimResult.Pending());

        sql("UPDATE idempotency_keys SET leased_until = now()");
        assertThat(keys.claim(claim.request()).block()).isEqualTo(new ClaimResult.Lost());
    }

    /** Otherwise a few hundred waiting requests would queue for the row, each with a connection to the database. */
    @Test
    void waitingRequestsDoNotWaitForTheLockOfTheFirst() {
        Claim claim = claim("locked");
        IdempotencyKeys elsewhere = Replicas.second().bean(IdempotencyKeys.class);
        Mono<ClaimResult> meanwhile = database.sql("SELECT FROM idempotency_keys WHERE owner = :owner FOR UPDATE")
                .bind("owner", claim.owner())
                .then()
                .then(Mono.defer(() -> elsewhere.claim(claim.request())))
                .as(Replicas.first().bean(TransactionalOperator.class)::transactional);

        assertThat(meanwhile.block()).isEqualTo(new ClaimResult.Pending());
    }

    /** Its statement is committed all the same, and nothing runs under the claim. */
    @Test
    void aClaimWhoseClientLeftIsReleased() throws SQLException {
        KeyedRequest request = new KeyedRequest(tenant.id(), Mode.LIVE, "left", "f".repeat(64));
        var postgres = Platform.get().postgres();
        try (var other = DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("""
                    INSERT INTO idempotency_keys (organisation_id, mode, key, fingerprint, owner, leased_until, expires_at)
                    VALUES ('%s', 'live', 'left', repeat('f', 64), gen_random_uuid(), now(), now())
                    """.formatted(tenant.id()));
            Disposable claim = keys.claim(request).subscribe();
            await().until(() -> claimsUnderWay().equals("1"));
            claim.dispose();
            other.rollback();
        }
        await().until(() -> claimsUnderWay().equals("0"));

        await().untilAsserted(() -> assertThat(keys.claim(request).block()).isInstanceOf(ClaimResult.First.class));
    }

    private String claimsUnderWay() {
        return ask("""
                SELECT count(*)::text FROM pg_stat_activity
                WHERE state = 'active' AND query LIKE 'INSERT INTO idempotency_keys%' AND :organisation <> ''""");
    }

    @Test
    void theTransactionOfTheWorkMarksItAsDone() {
        one.header("Idempotency-Key", "noted").post(WEBHOOKS, HOOK);

        assertThat(ask("SELECT worked::text FROM idempotency_keys WHERE organisation_id = :organisation"))
                .isEqualTo("true");
    }

    @Test
    void anAnswerIsKeptForADay() {
        one.header("Idempotency-Key", "kept").post(WEBHOOKS, HOOK);

        assertThat(ask("SELECT round(extract(epoch FROM expires_at - now()) / 60)::text FROM idempotency_keys"
                        + " WHERE organisation_id = :organisation"))
                .isEqualTo("1440");
    }

    @Test
    void undoneWorkMayBeRepeated() {
        Claim claim = claim("undone");
        UndoneWork undoneWork = Replicas.first().bean(UndoneWork.class);
        keys.worked(claim).block();
        undoneWork
                .undo(Mono.just(false))
                .contextWrite(context -> context.put(Claim.class, claim))
                .block();
        sql("UPDATE idempotency_keys SET leased_until = now()");
        assertThat(keys.claim(claim.request()).block()).as("nothing was undone").isEqualTo(new ClaimResult.Lost());

        undoneWork
                .undo(Mono.just(true))
                .contextWrite(context -> context.put(Claim.class, claim))
                .block();
        assertThat(keys.claim(claim.request()).block()).isInstanceOf(ClaimResult.First.class);
    }

    @Test
    void expiredKeysAreDeleted() {
        ApiClient keyed = one.header("Idempotency-Key", "old");
        keyed.post(WEBHOOKS, HOOK);
        sql("UPDATE idempotency_keys SET expires_at = now()");
        assertThat(keyed.post(WEBHOOKS, HOOK).header("Idempotent-Replayed")).isEmpty();

        sql("UPDATE idempotency_keys SET expires_at = now()");
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            keys.sweep().block();
            assertThat(stored()).isEqualTo("nothing");
        });
    }

    private Claim claim(String key) {
        KeyedRequest request = new KeyedRequest(tenant.id(), Mode.LIVE, key, "f".repeat(64));
        return ((ClaimResult.First) Objects.requireNonNull(keys.claim(request).block())).claim();
    }

    private String stored() {
        return ask("SELECT string_agg(to_jsonb(k)::text, ' ') FROM idempotency_keys k"
                + " WHERE organisation_id = :organisation");
    }

    private String ask(String sql) {
        return Objects.requireNonNull(database.sql(sql)
                .bind("organisation", tenant.id())
                .map(row -> String.valueOf(row.get(0, String.class)))
                .one()
                .map(text -> text.equals("null") ? "nothing" : text)
                .block());
    }

    private void sql(String update) {
        database.sql(update + " WHERE organisation_id = :organisation")
                .bind("organisation", tenant.id())
                .then()
                .block();
    }
}
