package io.plugstream.webhook.sign;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The key bytes of a secret: what the base64 after {@code whsec_} says, else the characters themselves. */
final class SecretKey {

    private static final String PREFIX = "whsec_";

    private SecretKey() {}

    static byte[] of(String secret) {
        if (secret.startsWith(PREFIX)) {
            try {
                return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            } catch (IllegalArgumentException _) {
                // Registration refuses such a secret; one that came about otherwise is any other text.
                return raw(secret);
            }
        }
        return raw(secret);
    }

    private static byte[] raw(String secret) {
        return secret.getBytes(StandardCharsets.UTF_8);
    }
}
