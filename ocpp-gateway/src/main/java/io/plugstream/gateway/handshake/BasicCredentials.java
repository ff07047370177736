package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.AuthorizationKey;
import io.plugstream.model.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * HTTP Basic as OCPP-J 1.6, section 6.2 uses it: the user is the charge box's identity, and the password is bytes that
 * need not be text. The path already gives the identity, so the header is split at the colon after it.
 */
final class BasicCredentials {

    private static final String SCHEME = "Basic ";

    private BasicCredentials() {}

    /**
     * Whether {@code header} has the password of {@code user} with this SHA-256 {@code hash} in lower-case hex, or the
     * hexadecimal digits that set it ({@link AuthorizationKey}).
     */
    static boolean match(@Nullable String header, String user, String hash) {
        return password(header, user)
                .filter(given -> hasHash(given, hash)
                        || AuthorizationKey.decode(new String(given, StandardCharsets.US_ASCII))
                                .filter(decoded -> hasHash(decoded, hash))
                                .isPresent())
                .isPresent();
    }

    private static boolean hasHash(byte[] password, String hash) {
        return MessageDigest.isEqual(
                Sha256.hex(password).getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    private static Optional<byte[]> password(@Nullable String header, String user) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        byte[] prefix = (user + ':').getBytes(StandardCharsets.UTF_8);
        return decode(header.substring(SCHEME.length()).strip())
                .filter(pair ->
                        pair.length >= prefix.length && Arrays.equals(pair, 0, prefix.length, prefix, 0, prefix.length))
                .map(pair -> Arrays.copyOfRange(pair, prefix.length, pair.length));
    }

    private static Optional<byte[]> decode(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
