package io.plugstream.webhook.sign;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The key bytes of a secret: the decoded base64 after {@code whsec_}, or else the characters' UTF-8 bytes. */
final class SigningKey {

    private static final String PREFIX = "whsec_";

    private SigningKey() {}

    static byte[] of(String secret) {
        if (secret.startsWith(PREFIX)) {
            try {
                return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            } catch (IllegalArgumentException _) {
                // Registration rejects such a secret; if one exists nevertheless, its characters are the key.
                return raw(secret);
            }
        }
        return raw(secret);
    }

    private static byte[] raw(String secret) {
        return secret.getBytes(StandardCharsets.UTF_8);
    }
}
