package io.plugstream.api.webhook;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** Valid signing secrets: {@code whsec_} and base64 of 24 to 64 bytes, or 16 to 128 printable characters. */
final class SecretRule {

    /** Prefix of a secret that is given as base64. */
    static final String PREFIX = "whsec_";

    /** No control characters, format characters, unassigned characters or line separators. */
    private static final Pattern PRINTABLE = Pattern.compile("[^\\p{C}\\p{Zl}\\p{Zp}]{16,128}");

    private SecretRule() {}

    /** Describes the fault of {@code secret} without quoting it; empty if it is valid. */
    static Optional<String> fault(String secret) {
        if (secret.startsWith(PREFIX)) {
            return isKey(secret.substring(PREFIX.length()))
                    ? Optional.empty()
                    : Optional.of("must be base64 of 24 to 64 bytes after whsec_");
        }
        return PRINTABLE.matcher(secret).matches()
                ? Optional.empty()
                : Optional.of("must be whsec_ and base64, or 16 to 128 printable characters");
    }

    private static boolean isKey(String base64) {
        if (base64.length() % 4 != 0) {
            return false;
        }
        try {
            int length = Base64.getDecoder().decode(base64).length;
            return length >= 24 && length <= 64;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
