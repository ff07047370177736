package io.plugstream.api.portal;

import io.plugstream.model.digest.Sha256;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** The secret in a session's cookie: 256 random bits, of which the service stores only the SHA-256. */
record SessionSecret(String text) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final int BYTES = 32;

    static SessionSecret generate(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new SessionSecret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Empty if the text does not have a secret's form. */
    static Optional<SessionSecret> parse(String shown) {
        return FORM.matcher(shown).matches() ? Optional.of(new SessionSecret(shown)) : Optional.empty();
    }

    /** The SHA-256 in hexadecimal digits. */
    String hash() {
        return Sha256.hex(text);
    }

    @Override
    public String toString() {
        return "SessionSecret";
    }
}
