package io.plugstream.model.webhook;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A secret that signs deliveries.
 *
 * @param value encrypted at rest; decrypted, it is {@code whsec_} and base64, or the raw characters that the user chose
 * @param expiresAt when a rotated-out secret stops signing; null for the current secret
 */
public record SigningSecret(String value, @Nullable Instant expiresAt) {

    @Override
    public String toString() {
        return "SigningSecret[expiresAt=" + expiresAt + ']';
    }
}
