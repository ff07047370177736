package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.parts.RealParts;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which handshakes are accepted, and how others are refused. */
class RefusalIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void unknownChargersAreNotFound() {
        assertThat(gateway.refusal("demo/nobody", "nobody:x").statusCode()).isEqualTo(404);
        assertThat(gateway.refusal("demo/a%2Fb", "a/b:x").statusCode()).isEqualTo(404);
        assertThat(gateway.refusal("demo", "x:x").statusCode()).isEqualTo(404);
    }

    @Test
    void wrongPasswordsAreUnauthorised() throws Exception {
        ChargerId charger = SharedGateway.registered();

        HttpResponse<?> wrong = gateway.refusal(charger.toString(), charger.chargeBoxId() + ":wrong");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Basic "));
        assertThat(gateway.refusal(charger.toString(), "").statusCode()).isEqualTo(401);
        assertThat(topics.chargerEvents(charger)).isEmpty();
    }

    @Test
    void passwordGuessingIsLimitedButTheRightPasswordIsAccepted() throws Exception {
        ChargerId charger = SharedGateway.registered();
        try (RunningGateway strict =
                RunningGateway.start(RealParts.kafka().bootstrapServers(), "plugstream.shield.failures-per-minute=2")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> strict.refusal(charger.toString(), "x:y").statusCode(), status -> status == 401);
            awaitEarlyInAMinute();

            List<HttpResponse<?>> refusals = new ArrayList<>();
            for (int attempt = 0; attempt < 4; attempt++) {
                refusals.add(strict.refusal(charger.toString(), "x:y"));
            }
            // The second failure of this minute is one of the first two.
            assertThat(refusals)
                    .extracting(HttpResponse::statusCode)
                    .startsWith(401)
                    .endsWith(429, 429);
            assertThat(refusals.getLast()
                            .headers()
                            .firstValueAsLong("Retry-After")
                            .orElse(0))
                    .isBetween(1L, 60L);
            TestCharger.connect(strict.port(), charger.organisationId(), charger.chargeBoxId(), "secret")
                    .close();
        }
    }

    @Test
    void failuresBehindATrustedProxyCountForTheClient() throws Exception {
        ChargerId charger = SharedGateway.registered();
        try (RunningGateway strict = RunningGateway.start(
                RealParts.kafka().bootstrapServers(),
                "spring.main.cloud-platform=kubernetes",
                "plugstream.shield.failures-per-minute=2",
                "plugstream.shield.trusted-proxies=127.0.0.1,::1")) {
            AtomicInteger host = new AtomicInteger();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> guess(strict, charger, "192.0.2." + host.incrementAndGet()), status -> status == 401);

            awaitEarlyInAMinute();
            assertThat(guess(strict, charger, "198.51.100.1, 203.0.113.7")).isEqualTo(401);
            assertThat(guess(strict, charger, "198.51.100.2, 203.0.113.7")).isEqualTo(401);
            assertThat(guess(strict, charger, "198.51.100.3, 203.0.113.7")).isEqualTo(429);
            assertThat(guess(strict, charger, "203.0.113.7, 198.51.100.1")).isEqualTo(401);
            assertThat(guess(strict, charger, "203.0.113.7:51234")).isEqualTo(429);
        }
    }

    @Test
    void forwardedAddressesOfUntrustedPeersAreIgnored() throws Exception {
        ChargerId charger = SharedGateway.registered();
        try (RunningGateway strict = RunningGateway.start(
                RealParts.kafka().bootstrapServers(),
                "spring.main.cloud-platform=kubernetes",
                "plugstream.shield.failures-per-minute=2",
                "plugstream.shield.trusted-proxies=192.0.2.1")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> guess(strict, charger, UUID.randomUUID().toString()), status -> status == 429);
            assertThat(guess(strict, charger, "203.0.113.7")).isEqualTo(429);
            assertThat(guess(strict, charger, "192.0.2.1, 127.0.0.1")).isEqualTo(429);
        }
    }

    /** Failures are counted by minute. */
    private static void awaitEarlyInAMinute() {
        await().atMost(Duration.ofSeconds(20)).until(() -> Instant.now().getEpochSecond() % 60 < 50);
    }

    private static int guess(RunningGateway gateway, ChargerId charger, String forwarded) throws IOException {
        byte[] credentials = (charger.chargeBoxId() + ":wrong").getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = Map.of("X-Forwarded-For", forwarded);
        try (RawCharger guesser =
                RawCharger.shakeHands(gateway.port(), "/ocpp/" + charger, credentials, "ocpp1.6", headers)) {
            return guesser.status();
        }
    }

    @Test
    void theSocketClosesWithoutAnEventIfNoProtocolIsShared() throws Exception {
        ChargerId charger = SharedGateway.registered();

        TestCharger other = TestCharger.withProtocol(
                gateway.port(), charger.toString(), charger.chargeBoxId() + ":secret", "ocpp9");

        assertThat(other.subprotocol()).isEmpty();
        assertThat(other.awaitClose()).isEqualTo(1002);
        assertThat(topics.chargerEvents(charger)).isEmpty();
    }

    @Test
    void idsMayContainSpacesAndUmlauts() throws Exception {
        ChargerId id =
                new ChargerId("demo", "Säule 1 " + UUID.randomUUID().toString().substring(0, 8));
        topics.register(id, "a:b");
        gateway.awaitKnown(id);

        try (TestCharger charger = TestCharger.connect(gateway.port(), "demo", id.chargeBoxId(), "a:b")) {
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
        }
    }
}
