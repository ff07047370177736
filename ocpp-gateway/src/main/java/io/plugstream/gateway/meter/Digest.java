package io.plugstream.gateway.meter;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A SHA-256 of texts one after the other. */
final class Digest {

    /** In no text that a charger may send. */
    private static final byte END_OF_TEXT = 0;

    private final MessageDigest digest;

    Digest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    Digest add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update(END_OF_TEXT);
        return this;
    }

    byte[] bytes() {
        return digest.digest();
    }
}
