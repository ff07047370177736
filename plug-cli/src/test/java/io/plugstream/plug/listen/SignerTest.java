package io.plugstream.plug.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignerTest {

    private static final String BODY = "{\"event\":\"charger.connected\",\"data\":{\"chargeBoxId\":\"CP-ä\"}}";

    @Test
    void otherLibrariesVerifyTheSignature() {
        var secret = Signer.newSecret(new SecureRandom());
        var now = Instant.now();
        var signature = new Signer(secret).sign("id-1", now, BODY.getBytes(StandardCharsets.UTF_8));
        Map<String, List<String>> headers = Map.of(
                "webhook-id", List.of("id-1"),
                "webhook-timestamp", List.of(Long.toString(now.getEpochSecond())),
                "webhook-signature", List.of(signature));
        var all = HttpHeaders.of(headers, (_, _) -> true);

        assertThat(Signer.isSecret(secret)).isTrue();
        assertThatCode(() -> new Webhook(secret).verify(BODY, all)).doesNotThrowAnyException();
        assertThatCode(() -> new com.svix.Webhook(secret).verify(BODY, all)).doesNotThrowAnyException();
        assertThatCode(() -> new Webhook(secret).verify(BODY + " ", all)).isInstanceOf(Exception.class);
    }

    @Test
    void recognisesSecrets() {
        assertThat(Signer.isSecret("whsec_")).isFalse();
        assertThat(Signer.isSecret("whsec_" + "a".repeat(40) + "!")).isFalse();
        assertThat(Signer.newSecret(new SecureRandom())).isNotEqualTo(Signer.newSecret(new SecureRandom()));
    }
}
