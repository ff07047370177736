package io.plugstream.api.webhook;

import java.util.Base64;
import java.util.Optional;

/** Which signing secrets a user may choose: {@code whsec_} and base64 of 24 to 64 bytes, or 16 to 128 printable characters. */
final class SecretRule {

    /** What a secret begins with that says its own bytes. */
    static final String PREFIX = "whsec_";

    private SecretRule() {}

    /** What is wrong with {@code secret}, never quoting it. */
    static Optional<String> fault(String secret) {
        if (secret.startsWith(PREFIX)) {
            return isKey(secret.substring(PREFIX.length()))
                    ? Optional.empty()
                    : Optional.of("must be base64 of 24 to 64 bytes after whsec_");
        }
        int length = secret.codePointCount(0, secret.length());
        return length >= 16 && length <= 128 && secret.codePoints().allMatch(SecretRule::isPrintable)
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

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
