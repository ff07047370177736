package io.plugstream.webhook.sign;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The {@code webhook-signature} of a delivery: {@code v1,} and the base64 of HMAC-SHA256 over {@code id.timestamp.body}
 * (Standard Webhooks 1.0), one for each secret, separated by spaces.
 */
public final class Signature {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String BASE64_PREFIX = "whsec_";

    private Signature() {}

    /**
     * Signs with every secret.
     *
     * @param timestamp of the attempt, signed in whole seconds
     * @return empty if there is no secret
     */
    public static Optional<String> of(List<String> secrets, String id, Instant timestamp, byte[] body) {
        byte[] start = (id + '.' + timestamp.getEpochSecond() + '.').getBytes(StandardCharsets.UTF_8);
        String signatures = secrets.stream()
                .map(secret -> "v1," + Base64.getEncoder().encodeToString(hmac(secret, start, body)))
                .collect(Collectors.joining(" "));
        return signatures.isEmpty() ? Optional.empty() : Optional.of(signatures);
    }

    private static byte[] hmac(String secret, byte[] start, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key(secret), ALGORITHM));
            mac.update(start);
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** The decoded base64 after {@code whsec_}, or else the characters' UTF-8 bytes. */
    private static byte[] key(String secret) {
        if (secret.startsWith(BASE64_PREFIX)) {
            try {
                return Base64.getDecoder().decode(secret.substring(BASE64_PREFIX.length()));
            } catch (IllegalArgumentException _) {
                // Registration rejects such a secret; if one exists nevertheless, its characters are the key.
            }
        }
        return secret.getBytes(StandardCharsets.UTF_8);
    }
}
