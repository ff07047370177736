package io.plugstream.webhook.sign;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.base.secret.UnreadableSecretException;
import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Opens the secrets that sign a webhook's deliveries, for each attempt. */
@Component
public final class SigningSecrets {

    private final SecretCipher cipher;

    public SigningSecrets(SecretCipher cipher) {
        this.cipher = cipher;
    }

    /**
     * The secrets in force at {@code moment}, decrypted; callers must not keep them. Expired secrets are not opened, so
     * their encryption keys may be gone.
     *
     * @throws UnreadableSecretException if one of them cannot be opened, because a delivery must not be sent without
     *     its signature
     */
    public List<String> inForce(String organisationId, WebhookRegistration webhook, Instant moment) {
        SecretOwner owner = new SecretOwner(organisationId, webhook.id());
        return webhook.secrets().stream()
                .filter(secret ->
                        secret.expiresAt() == null || secret.expiresAt().isAfter(moment))
                .map(secret -> cipher.open(secret.value(), owner))
                .toList();
    }
}
