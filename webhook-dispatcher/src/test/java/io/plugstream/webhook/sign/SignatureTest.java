package io.plugstream.webhook.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Verifies signatures with the reference library of Standard Webhooks, not with our own code. */
class SignatureTest {

    private static final String BODY = "{\"event\":\"charger.connected\",\"data\":{\"chargeBoxId\":\"Säule 1\"}}";
    private static final String BASE64 = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String RAW = "a secret of my own choosing ;-)";

    private final Instant now = Instant.now();

    @Test
    void matchesTheSpecificationsExample() {
        assertThat(Signature.of(
                        List.of("whsec_" + BASE64),
                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        Instant.ofEpochSecond(1614265330),
                        "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8)))
                .contains("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void prefixedSecretsAreBase64() throws Exception {
        verifies(new Webhook("whsec_" + BASE64), List.of("whsec_" + BASE64));
    }

    @Test
    void otherSecretsAreTheirOwnCharacters() throws Exception {
        String asBase64 = Base64.getEncoder().encodeToString(RAW.getBytes(StandardCharsets.UTF_8));
        verifies(new Webhook(asBase64), List.of(RAW));
    }

    @Test
    void bothSecretsSignDuringARotation() throws Exception {
        List<String> secrets = List.of("whsec_" + BASE64, RAW);

        verifies(new Webhook("whsec_" + BASE64), secrets);
        verifies(new Webhook(Base64.getEncoder().encodeToString(RAW.getBytes(StandardCharsets.UTF_8))), secrets);
    }

    @Test
    void withoutASecretThereIsNoSignature() {
        assertThat(sign(List.of())).isEmpty();
    }

    private void verifies(Webhook verifier, List<String> secrets) {
        HttpHeaders headers = HttpHeaders.of(
                Map.of(
                        "webhook-id", List.of("evt_1"),
                        "webhook-timestamp", List.of(Long.toString(now.getEpochSecond())),
                        "webhook-signature", List.of(sign(secrets).orElseThrow())),
                (_, _) -> true);
        assertThatCode(() -> verifier.verify(BODY, headers)).doesNotThrowAnyException();
    }

    private Optional<String> sign(List<String> secrets) {
        return Signature.of(secrets, "evt_1", now, BODY.getBytes(StandardCharsets.UTF_8));
    }
}
