package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.parts.RealParts;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who is let in, and who is refused how. */
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
    void guessingIsSlowedDownButTheRightPasswordPasses() throws Exception {
        ChargerId charger = SharedGateway.registered();
        try (RunningGateway strict = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.gateway.handshake.failures-per-minute=2")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> strict.refusal(charger.toString(), "x:y").statusCode(), status -> status == 401);
            assertThat(strict.refusal(charger.toString(), "x:y").statusCode()).isEqualTo(401);

            HttpResponse<?> third = strict.refusal(charger.toString(), "x:y");
            assertThat(third.statusCode()).isEqualTo(429);
            assertThat(third.headers().firstValue("Retry-After")).isPresent();
            TestCharger.connect(strict.port(), charger.organisationId(), charger.chargeBoxId(), "secret")
                    .close();
        }
    }

    @Test
    void withoutACommonProtocolTheSocketClosesAndNobodyIsTold() throws Exception {
        ChargerId charger = SharedGateway.registered();

        TestCharger other = TestCharger.withProtocol(
                gateway.port(), charger.toString(), charger.chargeBoxId() + ":secret", "ocpp9");

        assertThat(other.subprotocol()).isEmpty();
        assertThat(other.awaitClose()).isEqualTo(1002);
        assertThat(topics.chargerEvents(charger)).isEmpty();
    }

    @Test
    void idsMayHoldSpacesAndUmlauts() throws Exception {
        ChargerId id =
                new ChargerId("demo", "Säule 1 " + UUID.randomUUID().toString().substring(0, 8));
        topics.register(id, "a:b");
        gateway.awaitKnown(id);

        try (TestCharger charger = TestCharger.connect(gateway.port(), "demo", id.chargeBoxId(), "a:b")) {
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
        }
    }
}
