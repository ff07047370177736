package io.plugstream.webhook.sign;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.base.secret.UnreadableSecretException;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** The secrets that sign a webhook's deliveries, opened for the moment of an attempt. */
@Component
public final class SigningSecrets {

    private final SecretCipher cipher;

    SigningSecrets(SecretCipher cipher) {
        this.cipher = cipher;
    }

    /**
     * Those in force at {@code moment}, in the clear: not to be kept. One that has expired is left sealed, so that its key
     * may be gone.
     *
     * @throws UnreadableSecretException if one of them cannot be opened: to POST without its signature would be no delivery
     */
    public List<SigningSecret> inForce(String organisationId, WebhookRegistration webhook, Instant moment) {
        SecretOwner owner = new SecretOwner(organisationId, webhook.id());
        return webhook.secrets().stream()
                .filter(secret ->
                        secret.expiresAt() == null || secret.expiresAt().isAfter(moment))
                .map(secret -> new SigningSecret(cipher.open(secret.value(), owner), secret.expiresAt()))
                .toList();
    }
}
