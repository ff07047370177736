package io.plugstream.api.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.database.Changes;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.platform.TokenProvider;
import io.plugstream.model.quota.Tier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

class ApiKeyIT {

    private static final String KEYS = "/api/v1/auth/api-keys";
    private static final String TIMESTAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    private final ApiReplica one = Replicas.first();
    private final ApiReplica two = Replicas.second();
    private final TokenProvider tokens = Platform.get().tokens();
    private final String organisation = "org-" + UUID.randomUUID();
    private final ApiClient user = one.client().token(tokens.token(organisation));

    @Test
    void createsAKeyThatIsShownOnce() {
        ApiClient.Answer created = user.post(KEYS, "{\"name\":\"billing\"}");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Cache-Control")).contains("no-store");
        assertThat(created.json().propertyNames()).containsExactly("id", "name", "key", "createdAt");
        assertThat(created.json().path("name").stringValue()).isEqualTo("billing");
        assertThat(created.json().path("createdAt").stringValue()).matches(TIMESTAMP);
        String key = key(created);
        assertThat(KeyText.parse(key)).isPresent();
        assertThat(key).startsWith("plug_live_");

        ApiClient.Answer listed = user.get(KEYS);
        assertThat(one.client().key(key).get(KEYS).status()).isEqualTo(200);
        JsonNode entry = listed.json().path("apiKeys").path(0);
        assertThat(entry.propertyNames())
                .containsExactly("id", "name", "prefix", "lastUsed", "createdAt", "mode", "createdBy");
        assertThat(entry.path("prefix").stringValue()).isEqualTo(key.substring(0, 14) + "********");
        assertThat(entry.path("lastUsed").isNull()).isTrue();
        assertThat(entry.path("createdAt")).isEqualTo(created.json().path("createdAt"));
        assertThat(listed.body()).doesNotContain(key);
    }

    /** Whoever stole a key could keep it alive by many changes. */
    @Test
    void aKeyIsRevokedAlthoughOtherChangesFillTheLine() {
        String stolen = id(user.post(KEYS, "{\"name\":\"stolen\"}"));
        Changes changes = one.bean(Changes.class);
        List<Disposable> others = IntStream.range(0, 2)
                .mapToObj(_ -> changes.run(organisation, Mono.never()).subscribe(_ -> {}, _ -> {}))
                .toList();

        ApiClient.Answer revoked = user.delete(KEYS + '/' + stolen);

        others.forEach(Disposable::dispose);
        assertThat(revoked.status()).as(revoked.body()).isEqualTo(200);
    }

    @Test
    void storesOnlyTheHash() {
        String key = key(user.post(KEYS, "{\"name\":\"hashed\"}"));
        String row = one.bean(DatabaseClient.class)
                .sql("SELECT api_keys::text FROM api_keys WHERE organisation_id = :organisation")
                .bind("organisation", organisation)
                .map(found -> String.valueOf(found.get(0, String.class)))
                .one()
                .block();
        assertThat(row)
                .doesNotContain(key.substring(14, 59))
                .contains(KeyText.parse(key).orElseThrow().hash().hex());
    }

    @Test
    void listsEveryFaultOfABody() {
        ApiClient.Answer answer = user.post(KEYS, "{\"name\":\"\",\"mode\":\"prod\",\"scope\":1}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.fields()).containsExactlyInAnyOrder("name", "mode", "scope");
    }

    @Test
    void namesHaveAtMostAHundredCharacters() {
        assertThat(user.post(KEYS, "{\"name\":\"%s\"}".formatted("é".repeat(100)))
                        .status())
                .isEqualTo(201);
        assertThat(user.post(KEYS, "{\"name\":\"%s\"}".formatted("é".repeat(101)))
                        .status())
                .isEqualTo(400);
        assertThat(user.post(KEYS, "{\"name\":null}").status()).isEqualTo(400);
        assertThat(user.post(KEYS, "{\"name\":7}").status()).isEqualTo(400);
    }

    @Test
    void aKeyCannotCreateAKey() {
        String key = key(user.post(KEYS, "{\"name\":\"first\"}"));
        ApiClient client = one.client().key(key);
        Stream.of(
                        client.post(KEYS, "{\"name\":\"second\"}"),
                        client.post(KEYS, "{"),
                        client.send("POST", KEYS, null),
                        client.header("Content-Type", "text/plain").post(KEYS, "second"))
                .forEach(answer -> {
                    assertThat(answer.status()).as(answer.body()).isEqualTo(403);
                    assertThat(answer.problem()).isEqualTo("portal-token-required");
                });
    }

    @Test
    void aKeyListsTheKeysOfItsModeAndATokenAll() {
        String live = key(user.post(KEYS, "{\"name\":\"l\"}"));
        String test = key(user.post(KEYS, "{\"name\":\"t\",\"mode\":\"test\"}"));
        assertThat(test).startsWith("plug_test_");
        assertThat(names(one.client().key(live))).containsExactly("l");
        assertThat(names(one.client().key(test))).containsExactly("t");
        assertThat(names(user)).containsExactly("l", "t");
    }

    @Test
    void theListShowsModeAndCreator() {
        ApiClient colleague = one.client()
                .token(tokens.token(
                        claims -> claims.claim("org_id", organisation).subject("auth0|grace")));
        user.post(KEYS, "{\"name\":\"l\"}");
        colleague.post(KEYS, "{\"name\":\"t\",\"mode\":\"test\"}");

        assertThat(user.get(KEYS)
                        .json()
                        .path("apiKeys")
                        .valueStream()
                        .map(key -> key.path("name").stringValue()
                                + ' '
                                + key.path("mode").stringValue()
                                + ' '
                                + key.path("createdBy")))
                .containsExactly("l live \"user-1\"", "t test \"auth0|grace\"");
    }

    @Test
    void revokingStopsAKeyOnEveryReplicaWithinASecond() {
        ApiClient.Answer created = user.post(KEYS, "{\"name\":\"doomed\"}");
        ApiClient here = one.client().key(key(created));
        ApiClient there = two.client().key(key(created));
        assertThat(here.get(KEYS).status()).isEqualTo(200);
        assertThat(there.get(KEYS).status()).isEqualTo(200);

        ApiClient.Answer revoked = user.delete(KEYS + "/" + id(created));

        assertThat(revoked.status()).isEqualTo(200);
        assertThat(revoked.json().propertyNames()).containsExactly("message");
        assertThat(revoked.json().path("message").stringValue()).contains("revoked");
        assertThat(here.get(KEYS).status()).isEqualTo(401);
        await().atMost(Duration.ofSeconds(1))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(there.get(KEYS).status()).isEqualTo(401));
        assertThat(names(user)).isEmpty();
        assertThat(user.delete(KEYS + "/" + id(created)).status()).isEqualTo(404);
    }

    /** The thief of a key must not be able to prevent its revocation by using up the quota. */
    @Test
    void aKeyCanBeRevokedWhenTheAllowanceIsUsedUp() {
        ApiClient.Answer first = user.post(KEYS, "{\"name\":\"stolen\"}");
        ApiClient.Answer second = user.post(KEYS, "{\"name\":\"spare\"}");
        ApiClient thief = one.client().key(key(first));
        for (int i = 0; i < 48; i++) {
            assertThat(thief.get(KEYS).status()).isEqualTo(200);
        }
        assertThat(thief.get(KEYS).status()).isEqualTo(429);
        assertThat(user.get(KEYS).status()).isEqualTo(429);

        ApiClient.Answer revoked = user.delete(KEYS + '/' + id(first));
        assertThat(revoked.status()).as(revoked.body()).isEqualTo(200);
        assertThat(revoked.header("RateLimit-Remaining")).contains("0");
        assertThat(thief.get(KEYS).status()).isEqualTo(401);
        // The other replica does not know yet that the quota is used up, so it requests a decision first.
        assertThat(two.client()
                        .token(tokens.token(organisation))
                        .delete(KEYS + '/' + id(second))
                        .status())
                .isEqualTo(200);

        Tenant.setTier(one, organisation, Tier.STARTER);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(
                                user.get("/api/v1/usage").json().path("used").longValue())
                        .isBetween(53L, 80L));
        // The key is already revoked.
        assertThat(user.delete(KEYS + '/' + id(first)).status()).isEqualTo(404);
    }

    @Test
    void anotherOrganisationsKeyIsNotFound() {
        ApiClient.Answer created = user.post(KEYS, "{\"name\":\"mine\"}");
        ApiClient stranger = one.client().token(tokens.token("org-" + UUID.randomUUID()));
        assertThat(stranger.delete(KEYS + "/" + id(created)).status()).isEqualTo(404);
        assertThat(stranger.delete(KEYS + "/nonsense").problem()).isEqualTo("not-found");
        assertThat(names(stranger)).isEmpty();
        assertThat(names(user)).containsExactly("mine");
    }

    @Test
    void theHundredAndFirstActiveKeyIsRefusedEvenInARace() {
        String first = key(user.post(KEYS, "{\"name\":\"first\"}"));
        one.bean(DatabaseClient.class)
                .sql("""
                        INSERT INTO api_keys (id, organisation_id, name, mode, hash, prefix, created_at, created_by)
                        SELECT gen_random_uuid(), :organisation, 'old', 'live', sha256((:organisation || n)::bytea),
                            'plug_live_0000', now(), 'x'
                        FROM generate_series(1, 95) n""")
                .bind("organisation", organisation)
                .then()
                .block();
        List<CompletableFuture<Integer>> made = IntStream.range(0, 10)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> (i % 2 == 0 ? one : two)
                                .client()
                                .token(tokens.token(organisation))
                                .post(KEYS, "{\"name\":\"k\"}")
                                .status(),
                        // The common pool may have only one thread.
                        Thread::startVirtualThread))
                .toList();
        List<Integer> statuses = made.stream().map(CompletableFuture::join).toList();
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(4);
        assertThat(statuses).filteredOn(status -> status == 409).hasSize(6);
        assertThat(user.post(KEYS, "{\"name\":\"k\"}").problem()).isEqualTo("limit-reached");
        assertThat(names(one.client().key(first))).hasSize(100);
    }

    @Test
    void lastUseIsWrittenInBatchesAndNeverGoesBack() {
        ApiClient.Answer created = user.post(KEYS, "{\"name\":\"used\"}");
        ApiClient client = one.client().key(key(created));
        client.get(KEYS);
        String first = await().atMost(Duration.ofSeconds(5)).until(() -> lastUsed(created), Objects::nonNull);
        assertThat(first).matches(TIMESTAMP);
        two.client().key(key(created)).get(KEYS);
        String second = await().atMost(Duration.ofSeconds(5)).until(() -> lastUsed(created), at -> !first.equals(at));
        assertThat(second).isGreaterThan(first);
        KeyUse late = new KeyUse(one.bean(DatabaseClient.class), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        late.used(UUID.fromString(id(created)));
        late.write().block();
        assertThat(lastUsed(created)).isEqualTo(second);
    }

    private @Nullable String lastUsed(ApiClient.Answer created) {
        return user.get(KEYS)
                .json()
                .path("apiKeys")
                .valueStream()
                .filter(key -> key.path("id").equals(created.json().path("id")))
                .map(key -> key.path("lastUsed"))
                .findFirst()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .orElse(null);
    }

    private static List<String> names(ApiClient client) {
        return client.get(KEYS)
                .json()
                .path("apiKeys")
                .valueStream()
                .map(key -> key.path("name").stringValue())
                .toList();
    }

    private static String key(ApiClient.Answer created) {
        return created.json().path("key").stringValue();
    }

    private static String id(ApiClient.Answer created) {
        return created.json().path("id").stringValue();
    }
}
