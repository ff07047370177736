package io.plugstream.webhook.sign;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SigningSecretsTest {

    private static final SecretCipher CIPHER = new SecretKeyProperties(List.of(DevelopmentKey.VALUE)).cipher();

    private final Instant now = Instant.now();

    @Test
    void bothSecretsAreInForceDuringARotation() {
        assertThat(inForce(sealed("present", null), sealed("former", now.plusSeconds(60))))
                .containsExactly("present", "former");
    }

    @Test
    void anExpiredSecretIsNotInForce() {
        SigningSecret expired = sealed("former", now);

        assertThat(inForce(expired)).isEmpty();
        assertThat(inForce(sealed("present", null), expired)).containsExactly("present");
        assertThat(inForce()).isEmpty();
    }

    @Test
    void anExpiredSecretIsNotOpened() {
        assertThat(inForce(new SigningSecret("not sealed", now))).isEmpty();
    }

    private List<String> inForce(SigningSecret... secrets) {
        WebhookRegistration webhook =
                new WebhookRegistration("w", Mode.LIVE, "https://example.com/", Set.of(), true, List.of(secrets));
        return new SigningSecrets(CIPHER).inForce("acme", webhook, now);
    }

    private static SigningSecret sealed(String secret, @Nullable Instant expiresAt) {
        return new SigningSecret(CIPHER.seal(secret, new SecretOwner("acme", "w")), expiresAt);
    }
}
