package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Requests of pages of other origins (CORS). */
class CrossOriginIT {

    private static final String WEBHOOKS = "/api/v1/webhooks";

    private final ApiReplica replica = Replicas.first();
    private final ApiClient live = Tenant.of(replica, Tier.GROWTH).live();

    @Test
    void preflightsAreOrdinaryCallsIfNoOriginIsAllowed() {
        Answer answer = preflight(replica, "https://portal.example.com");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void aPreflightWithAKeyIsRefusedWithAProblemIfNoOriginIsAllowed() {
        Answer answer = preflight(live, "https://portal.example.com");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.problem()).isEqualTo("origin-not-allowed");
    }

    private static Answer preflight(ApiReplica replica, String origin) {
        return preflight(replica.client(), origin);
    }

    private static Answer preflight(ApiClient client, String origin) {
        return client.header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "content-type, x-api-key, idempotency-key")
                .send("OPTIONS", WEBHOOKS, null);
    }

    @Test
    void pagesOfAllowedOriginsMayCallAndReadRateLimitHeaders() {
        ApiReplica open = Replicas.open();
        Answer preflight = preflight(open, "https://portal.example.com");
        assertThat(preflight.status()).isEqualTo(200);
        assertThat(preflight.header("Access-Control-Allow-Origin")).contains("https://portal.example.com");
        assertThat(preflight.header("Access-Control-Allow-Methods")).contains("GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS");
        assertThat(preflight.header("RateLimit-Policy")).contains("\"address\";q=10000;w=60");
        Answer refused = preflight(open, "https://elsewhere.example.com");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.problem()).isEqualTo("origin-not-allowed");
        assertThat(refused.header("Access-Control-Allow-Origin")).isEmpty();

        ApiClient page = open.client().key(key()).header("Origin", "https://portal.example.com");
        long before = live.get(WEBHOOKS).number("RateLimit-Remaining");
        Answer answer = page.get(WEBHOOKS);
        assertThat(answer.number("RateLimit-Remaining")).isEqualTo(before - 1);
        assertThat(answer.header("Access-Control-Allow-Origin")).contains("https://portal.example.com");
        assertThat(answer.header("Access-Control-Expose-Headers").orElseThrow())
                .contains("RateLimit-Remaining", "Retry-After");
        assertThat(open.client().header("Origin", "https://portal.example.com").get(WEBHOOKS))
                .satisfies(unknown -> assertThat(unknown.status()).isEqualTo(401))
                .satisfies(unknown -> assertThat(unknown.header("Access-Control-Allow-Origin"))
                        .isPresent());
        assertThat(open.client()
                        .header("Origin", "://")
                        .key(key())
                        .get(WEBHOOKS)
                        .status())
                .isEqualTo(200);
    }

    /** Without the method of another request, OPTIONS is no preflight. */
    @Test
    void pagesOfAllowedOriginsMayAskForTheMethodsOfAPath() {
        Answer answer = Replicas.open()
                .client()
                .key(key())
                .header("Origin", "https://portal.example.com")
                .send("OPTIONS", WEBHOOKS, null);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Allow")).isPresent();
        assertThat(answer.header("Access-Control-Allow-Origin")).contains("https://portal.example.com");
        assertThat(answer.headers("Vary")).containsOnlyOnce("Origin");
    }

    private String key() {
        Optional<String> key = live.get(WEBHOOKS).response().request().headers().firstValue("X-API-Key");
        return key.orElseThrow();
    }
}
