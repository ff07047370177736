package io.plugstream.plug.listen;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs according to Standard Webhooks 1.0: HMAC-SHA256 over {@code id.timestamp.body}. */
final class Signer {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "whsec_";
    private static final int SECRET_BYTES = 32;

    private final SecretKeySpec key;

    /** @param secret {@code whsec_} and base64 */
    Signer(String secret) {
        this.key = new SecretKeySpec(Base64.getDecoder().decode(secret.substring(PREFIX.length())), ALGORITHM);
    }

    static String newSecret(SecureRandom random) {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    static boolean isSecret(String secret) {
        return secret.matches("whsec_[A-Za-z0-9+/]{32,}={0,2}");
    }

    String sign(String id, Instant timestamp, byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update((id + '.' + timestamp.getEpochSecond() + '.').getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
