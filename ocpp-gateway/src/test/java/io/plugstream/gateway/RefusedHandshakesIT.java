package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What is reported to organisations about refused handshakes. The test has its own gateway, because refusals of other
 * tests would use up the limits. The gateway knows the chargers from its start, because polling would be refused as
 * well.
 */
class RefusedHandshakesIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final ChargerId ready = charger();
    private static final ChargerId refused = charger();
    private static final ChargerId guessed = charger();
    private static final ChargerId flooded = charger();

    private static RunningGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        // The gateway creates the topics.
        SharedGateway.gateway();
        for (ChargerId charger : List.of(ready, refused, guessed, flooded)) {
            topics.register(charger, "secret");
        }
        gateway = started(10_000);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void everyReasonIsReportedOnceWithoutCredentials() throws Exception {
        String organisation = refused.organisationId();
        String password = "hunter-" + UUID.randomUUID();
        Instant before = Instant.now().minusMillis(1);

        assertThat(refusal(refused.toString(), refused.chargeBoxId() + ':' + password))
                .isEqualTo(401);
        assertThat(refusal(organisation + "/nobody", "nobody:" + password)).isEqualTo(404);
        assertThat(refusal(refused + "/" + refused.chargeBoxId(), "x:" + password))
                .isEqualTo(404);
        assertThat(refusal(organisation, "x:" + password)).isEqualTo(404);
        TestCharger stranger = TestCharger.withProtocol(
                gateway.port(), refused.toString(), refused.chargeBoxId() + ":secret", "ocpp9");
        assertThat(stranger.subprotocol()).isEmpty();

        List<RefusedHandshake> refusals = refusals(organisation, 5);
        assertThat(refusals)
                .extracting(RefusedHandshake::reason)
                .containsExactlyInAnyOrder(
                        Reason.WRONG_PASSWORD,
                        Reason.UNKNOWN_ID,
                        Reason.WRONG_PATH,
                        Reason.WRONG_PATH,
                        Reason.WRONG_SUBPROTOCOL);
        assertThat(refusals)
                .extracting(RefusedHandshake::chargeBoxId)
                .containsExactlyInAnyOrder(
                        refused.chargeBoxId(), "nobody", refused.chargeBoxId(), null, refused.chargeBoxId());
        assertThat(refusals).allSatisfy(refusal -> {
            assertThat(refusal.organisationId()).isEqualTo(organisation);
            assertThat(refusal.address()).isIn("127.0.0.1", "::/64");
            assertThat(refusal.refusedAt()).isBetween(before, Instant.now());
            assertThat(refusal.mode())
                    .isEqualTo(refused.chargeBoxId().equals(refusal.chargeBoxId()) ? Mode.LIVE : null);
        });
        assertThat(Json.mapper().writeValueAsString(refusals))
                .doesNotContain(password)
                .doesNotContain("secret");
    }

    @Test
    void tooManyFailuresAreReported() {
        try (RunningGateway strict = started(1)) {
            // The first one, unless a minute has just begun.
            await().until(() -> strict.refusal(guessed.toString(), "x:y").statusCode() == 429);
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> refusals(guessed.organisationId(), 1).getLast().reason() == Reason.TOO_MANY_ATTEMPTS);
    }

    @Test
    void reportsOfAFloodAreLimited() {
        String organisation = flooded.organisationId();
        for (int i = 0; i < 60; i++) {
            assertThat(refusal(flooded.toString(), "x:y")).isEqualTo(401);
        }
        // Six of a charger and an address at once, then six a minute. All reports of the flood precede this one.
        assertThat(refusal(organisation + "/nobody", "x:y")).isEqualTo(404);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> refusals(organisation, 1).getLast().reason() == Reason.UNKNOWN_ID);

        assertThat(refusals(organisation, 1)).hasSizeBetween(7, 30);
    }

    /** Starts a gateway and waits until it has read the registrations, which takes one refusal. */
    private static RunningGateway started(int failuresPerMinute) {
        RunningGateway gateway = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.shield.failures-per-minute=" + failuresPerMinute);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> gateway.refusal(ready.toString(), "x:y").statusCode(), status -> status == 401);
        return gateway;
    }

    private static int refusal(String path, String credentials) {
        return gateway.refusal(path, credentials).statusCode();
    }

    private static ChargerId charger() {
        return new ChargerId("org-" + UUID.randomUUID(), "CP-" + UUID.randomUUID());
    }

    private static List<RefusedHandshake> refusals(String organisation, int atLeast) {
        return await().atMost(Duration.ofSeconds(20))
                .until(() -> topics.read(Topics.REFUSED_HANDSHAKES, organisation), read -> read.size() >= atLeast);
    }
}
