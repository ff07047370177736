package io.plugstream.local.demo;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies deliveries according to Standard Webhooks 1.0: HMAC-SHA256 over id, timestamp and body. */
final class WebhookSignature {
    private static final String PREFIX = "whsec_";
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final SecretKeySpec key;
    private final Clock clock;

    /** Takes a secret of the form {@code whsec_<base64>}. */
    WebhookSignature(String secret, Clock clock) {
        this.key = new SecretKeySpec(Base64.getDecoder().decode(secret.substring(PREFIX.length())), "HmacSHA256");
        this.clock = clock;
    }

    /**
     * Whether a signature in {@code header} matches and {@code timestamp} (Unix seconds) is within five minutes of now.
     */
    boolean verifies(String id, String timestamp, byte[] body, String header) {
        if (!timestamp.matches("\\d{1,12}") || !isRecent(Instant.ofEpochSecond(Long.parseLong(timestamp)))) {
            return false;
        }
        var expected =
                ("v1," + Base64.getEncoder().encodeToString(mac(id, timestamp, body))).getBytes(StandardCharsets.UTF_8);
        var found = false;
        for (var signature : header.split(" ", -1)) {
            found |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
        }
        return found;
    }

    private boolean isRecent(Instant timestamp) {
        return Duration.between(timestamp, clock.instant()).abs().compareTo(TOLERANCE) <= 0;
    }

    private byte[] mac(String id, String timestamp, byte[] body) {
        try {
            var mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            var signed = new ByteArrayOutputStream();
            signed.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            signed.writeBytes(body);
            return mac.doFinal(signed.toByteArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
