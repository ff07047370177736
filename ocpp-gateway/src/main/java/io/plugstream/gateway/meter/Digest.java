package io.plugstream.gateway.meter;

import io.plugstream.model.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A SHA-256 of several texts. */
final class Digest {

    /** Separates texts. No text from a charger contains it. */
    private static final byte END_OF_TEXT = 0;

    private final MessageDigest digest = Sha256.digest();

    Digest add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update(END_OF_TEXT);
        return this;
    }

    byte[] bytes() {
        return digest.digest();
    }
}
