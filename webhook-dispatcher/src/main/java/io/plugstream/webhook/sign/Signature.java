package io.plugstream.webhook.sign;

import io.plugstream.model.webhook.SigningSecret;
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
 * (Standard Webhooks 1.0), one for each secret in force, separated by spaces.
 */
public final class Signature {

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /**
     * Signs with every secret that has not expired at {@code timestamp}.
     *
     * @param timestamp of the attempt, signed in whole seconds
     * @return empty if there is no such secret
     */
    public static Optional<String> of(List<SigningSecret> secrets, String id, Instant timestamp, byte[] body) {
        byte[] start = (id + '.' + timestamp.getEpochSecond() + '.').getBytes(StandardCharsets.UTF_8);
        String signatures = secrets.stream()
                .filter(secret ->
                        secret.expiresAt() == null || secret.expiresAt().isAfter(timestamp))
                .map(secret -> "v1," + Base64.getEncoder().encodeToString(hmac(secret, start, body)))
                .collect(Collectors.joining(" "));
        return signatures.isEmpty() ? Optional.empty() : Optional.of(signatures);
    }

    private static byte[] hmac(SigningSecret secret, byte[] start, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(SigningKey.of(secret.value()), ALGORITHM));
            mac.update(start);
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
