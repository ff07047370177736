package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.TokenProvider;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class MeteringIT {

    private static final String KEYS = "/api/v1/auth/api-keys";

    /** A path without a resource; its calls count like all others. */
    private static final String NOTHING = "/api/v1/nothing";

    private final ApiReplica one = Replicas.first();
    private final ApiReplica two = Replicas.second();
    private final TokenProvider tokens = Platform.get().tokens();
    private final String organisation = "org-" + UUID.randomUUID();
    private final String token = tokens.token(organisation);

    @Test
    void theFiftyFirstCallOfAFreeOrganisationIsRefusedAndTheOthersCountDownExactly() {
        List<CompletableFuture<ApiClient.Answer>> burst = IntStream.range(0, 60)
                .mapToObj(i -> (i % 2 == 0 ? one : two).client().token(token).getLater(NOTHING))
                .toList();
        List<ApiClient.Answer> answers =
                burst.stream().map(CompletableFuture::join).toList();

        assertThat(answers.stream()
                        .filter(answer -> answer.status() == 404)
                        .map(answer -> answer.number("RateLimit-Remaining")))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 50).boxed().toList());
        List<ApiClient.Answer> refused =
                answers.stream().filter(answer -> answer.status() == 429).toList();
        assertThat(refused).hasSize(10).allSatisfy(MeteringIT::isQuotaExceeded);
    }

    private static void isQuotaExceeded(ApiClient.Answer answer) {
        assertThat(answer.problem()).isEqualTo("quota-exceeded");
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.number("RateLimit-Limit")).isEqualTo(50);
        assertThat(answer.number("RateLimit-Remaining")).isZero();
        assertThat(answer.header("RateLimit-Policy")).contains("\"daily\";q=50;w=86400");
        long reset = answer.number("RateLimit-Reset");
        assertThat(answer.header("RateLimit")).contains("\"daily\";r=0;t=" + reset);
        assertThat(answer.number("Retry-After")).isEqualTo(reset);
        long left = 86_400L - LocalTime.now(ZoneOffset.UTC).toSecondOfDay();
        assertThat(reset).isBetween(left, left + 120);
    }

    @Test
    void everyAuthenticatedCallCountsWhateverItAnswers() {
        ApiClient client = one.client().token(token);
        assertThat(client.get(KEYS).number("RateLimit-Remaining")).isEqualTo(49);
        assertCounts(client.get("/api/v1/nothing"), 404, 48);
        assertCounts(client.get("/nothing"), 404, 47);
        assertCounts(client.send("PATCH", KEYS, "{}"), 405, 46);
        assertCounts(client.header("Content-Type", "text/plain").post(KEYS, "x"), 415, 45);
        assertCounts(client.post(KEYS, "{\"name\":"), 400, 44);
        assertCounts(client.post(KEYS, "{\"name\":\"" + "x".repeat(70_000) + "\"}"), 413, 43);
        assertCounts(client.header("Accept", "image/png").get(KEYS), 406, 42);
        assertCounts(client.delete(KEYS + "/" + UUID.randomUUID()), 404, 41);
        assertThat(client.get("/problems/not-found").header("RateLimit-Policy")).contains("\"address\";q=60;w=60");
        // Health is on the management port only.
        assertCounts(client.get("/actuator/health"), 404, 40);
        assertThat(client.get(KEYS).number("RateLimit-Remaining")).isEqualTo(39);
    }

    private static void assertCounts(ApiClient.Answer answer, int status, long remaining) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.json().path("status").intValue()).isEqualTo(status);
        assertThat(answer.number("RateLimit-Remaining")).as(answer.body()).isEqualTo(remaining);
    }

    @Test
    void aChangeOfTierTakesEffectOnEveryReplicaWithinASecond() {
        assertThat(two.client().token(token).get(KEYS).number("RateLimit-Limit"))
                .isEqualTo(50);
        for (Case change : List.of(new Case("Starter", 1_000), new Case("Free", 50), new Case("Growth", 10_000))) {
            ApiClient.Answer put = one.client()
                    .token(tokens.operator())
                    .put(
                            "/admin/v1/organisations/" + organisation,
                            "{\"name\":\"Acme\",\"tier\":\"%s\"}".formatted(change.tier()));
            assertThat(put.status()).as(put.body()).isEqualTo(200);
            assertThat(put.body())
                    .isEqualTo(
                            "{\"id\":\"%s\",\"name\":\"Acme\",\"tier\":\"%s\"}".formatted(organisation, change.tier()));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(1))
                    .pollInterval(Duration.ofMillis(100))
                    .untilAsserted(
                            () -> assertThat(two.client().token(token).get(KEYS).number("RateLimit-Limit"))
                                    .isEqualTo(change.limit()));
        }
    }

    @Test
    void aRevocationOverTheAllowanceIsCountedOnceAsAdmitted() {
        ApiClient client = one.client().token(token);
        IntStream.range(0, 50).forEach(_ -> client.get(KEYS));
        double admitted = verdicts("admitted");
        double all = verdicts("admitted", "refused", "refused_from_memory");

        assertThat(client.delete(KEYS + "/" + UUID.randomUUID()).status()).isEqualTo(404);

        assertThat(verdicts("admitted")).isEqualTo(admitted + 1);
        assertThat(verdicts("admitted", "refused", "refused_from_memory")).isEqualTo(all + 1);
    }

    private double verdicts(String... verdicts) {
        return Stream.of(verdicts)
                .mapToDouble(verdict -> one.bean(MeterRegistry.class)
                        .get("plugstream.api.quota.calls")
                        .tag("verdict", verdict)
                        .counter()
                        .count())
                .sum();
    }

    private record Case(String tier, long limit) {}

    @Test
    void scaleIsUnlimited() {
        one.client()
                .token(tokens.operator())
                .put("/admin/v1/organisations/" + organisation, "{\"name\":\"Big\",\"tier\":\"Scale\"}");
        ApiClient.Answer answer = one.client().token(token).get(KEYS);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("RateLimit-Limit")).contains("999999999999999");
        assertThat(answer.header("RateLimit-Remaining")).contains("999999999999999");
        assertThat(answer.header("RateLimit-Policy")).contains("\"daily\";q=999999999999999;w=86400");
    }

    @Test
    void aHigherTierOpensAnExhaustedDay() {
        ApiClient client = one.client().token(token);
        IntStream.range(0, 50).forEach(_ -> client.get(KEYS));
        assertThat(client.get(KEYS).status()).isEqualTo(429);
        one.client()
                .token(tokens.operator())
                .put("/admin/v1/organisations/" + organisation, "{\"name\":\"Up\",\"tier\":\"Starter\"}");
        assertThat(client.get(KEYS).number("RateLimit-Remaining")).isEqualTo(949);
    }
}
