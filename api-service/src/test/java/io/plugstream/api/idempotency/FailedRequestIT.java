package io.plugstream.api.idempotency;

import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

/** What becomes of an Idempotency-Key whose request ends with an internal error. */
class FailedRequestIT {

    private final IdempotencyKeys keys = Replicas.first().bean(IdempotencyKeys.class);
    private final KeyedRequest request =
            new KeyedRequest(Tenant.of(Replicas.first(), Tier.STARTER).id(), Mode.LIVE, "failed", "f".repeat(64));

    @Test
    void aRetryMayDoTheWork() {
        failWith503(claim());
        await().until(() -> keys.claim(request).block() instanceof ClaimResult.First);
    }

    @Test
    void aRetryMayNotDoTheWorkAgain() {
        Claim claim = claim();
        keys.worked(claim).block();
        failWith503(claim);
        await().until(() -> new ClaimResult.Lost().equals(keys.claim(request).block()));
    }

    private Claim claim() {
        return ((ClaimResult.First) Objects.requireNonNull(keys.claim(request).block())).claim();
    }

    private static void failWith503(Claim claim) {
        Replicas.first()
                .bean(FirstRequest.class)
                .perform(
                        MockServerWebExchange.from(MockServerHttpRequest.post("/api/v1/webhooks")),
                        exchange -> {
                            exchange.getResponse().setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
                            return exchange.getResponse().setComplete();
                        },
                        new byte[0],
                        claim)
                .block();
    }
}
