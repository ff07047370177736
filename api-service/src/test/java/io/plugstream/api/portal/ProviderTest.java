package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.api.access.IdentityProperties;
import io.plugstream.api.access.PortalProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProviderTest {

    private final AtomicInteger fetches = new AtomicInteger();
    private final CountDownLatch silence = new CountDownLatch(1);
    private final CountDownLatch tokenSilence = new CountDownLatch(1);
    private volatile int status = 200;
    private HttpServer server;
    private Provider provider;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.createContext("/token", exchange -> await(tokenSilence));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        Duration hour = Duration.ofHours(1);
        provider = new Provider(
                new IdentityProperties(URI.create(issuer()), "plugstream", "org_id", "roles", "operator", false),
                new PortalProperties(URI.create("http://localhost"), null, List.of("openid"), hour, hour, 600, hour),
                Duration.ofMillis(500));
    }

    @AfterEach
    void stop() {
        tokenSilence.countDown();
        server.stop(0);
    }

    /** Each fetch occupies a thread for seconds while the provider is silent, and anybody can begin a sign-in. */
    @Test
    void signInsShareAFetchOfTheDiscoveryDocument() {
        List<CompletableFuture<URI>> begun =
                IntStream.range(0, 20).mapToObj(_ -> signIn()).toList();
        silence.countDown();

        assertThat(begun)
                .allSatisfy(place -> assertThat(place.join()).asString().startsWith(issuer() + "/authorize?"));
        assertThat(fetches).hasValue(1);
    }

    @Test
    void theNextSignInFetchesAgainAfterAFailure() {
        silence.countDown();
        status = 500;
        assertThat(signIn()).failsWithin(Duration.ofSeconds(10));
        status = 200;
        assertThat(signIn()).succeedsWithin(Duration.ofSeconds(10));
    }

    /** Only a few threads redeem codes, and each waits for seconds while the provider is silent. */
    @Test
    void aRedemptionWaitsForAThreadOnlySoLong() {
        silence.countDown();
        SignInAttempt attempt = SignInAttempt.begin(ReturnPath.START);

        List<CompletableFuture<String>> redeemed = IntStream.range(0, 20)
                .mapToObj(_ -> provider.redeem(new AuthorizationCode("made-up"), attempt)
                        .toFuture())
                .toList();

        assertThat(redeemed)
                .allSatisfy(token -> assertThat(token)
                        .failsWithin(Duration.ofSeconds(4))
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(
                                ProviderFault.class,
                                fault -> assertThat(fault.isUnavailable()).isTrue()));
    }

    private CompletableFuture<URI> signIn() {
        return provider.signIn(SignInAttempt.begin(ReturnPath.START)).toFuture();
    }

    private String issuer() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        fetches.incrementAndGet();
        byte[] document = """
                {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"%1$s/token",
                 "jwks_uri":"%1$s/jwks","response_types_supported":["code"],"subject_types_supported":["public"],
                 "id_token_signing_alg_values_supported":["RS256"]}""".formatted(issuer()).getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            await(silence);
            exchange.sendResponseHeaders(status, document.length);
            exchange.getResponseBody().write(document);
        }
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
