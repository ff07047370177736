package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.local.process.FreePorts;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One address that completes many sign-ins at once, each with a code that it made up. */
class ManySignInsIT {

    private static final URI PORTAL = URI.create("http://localhost:" + FreePorts.one());
    private static final int LIMIT = 3;
    private static final int ATTEMPTS = 20;

    /** The count restarts if the minute ends in between. */
    private static final int MOST_REDEEMED = 2 * LIMIT;

    @Test
    void attemptsInProgressCountAgainstTheLimitOfTheirAddress() {
        CountDownLatch silence = new CountDownLatch(1);
        try (UntrustedProvider provider = new UntrustedProvider();
                ApiReplica _ = replica(provider)) {
            provider.answer(400, "{\"error\":\"invalid_grant\"}");
            provider.fallSilentUntil(silence);
            Browser browser = new Browser(PORTAL);
            String asked = browser.get("/portal/sign-in").location().getRawQuery();
            String state = Objects.requireNonNull(
                            URLUtils.parseParameters(asked).get("state"))
                    .getFirst();

            List<CompletableFuture<Integer>> attempts = IntStream.range(0, ATTEMPTS)
                    .mapToObj(code -> browser.statusLater("/portal/callback?code=" + code + "&state=" + state))
                    .toList();

            await().until(() -> refused(attempts) >= ATTEMPTS - MOST_REDEEMED);
            assertThat(provider.tokenRequests()).isLessThanOrEqualTo(MOST_REDEEMED);
        } finally {
            silence.countDown();
        }
    }

    private static ApiReplica replica(UntrustedProvider provider) {
        return ApiReplica.ready(
                "--server.port=" + PORTAL.getPort(),
                "--plugstream.identity.issuer=" + provider.issuer(),
                "--plugstream.portal.url=" + PORTAL,
                "--plugstream.shield.failures-per-minute=" + LIMIT);
    }

    private static long refused(List<CompletableFuture<Integer>> attempts) {
        return attempts.stream().filter(attempt -> attempt.getNow(0) == 429).count();
    }
}
