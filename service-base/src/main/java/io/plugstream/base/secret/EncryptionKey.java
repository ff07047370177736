package io.plugstream.base.secret;

import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key and the id by which sealed secrets name it. Never shows the key. */
record EncryptionKey(String id, SecretKey key) {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,32}");
    private static final int BYTES = 32;

    /** @throws IllegalArgumentException if {@code text} is not {@code id:base64} of 32 bytes; the message never quotes it */
    static EncryptionKey parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || !ID.matcher(text.substring(0, colon)).matches()) {
            throw new IllegalArgumentException("must begin with an id of 1 to 32 letters, digits, _ or - and a colon");
        }
        return new EncryptionKey(text.substring(0, colon), new SecretKeySpec(bytes(text.substring(colon + 1)), "AES"));
    }

    private static byte[] bytes(String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("the key is not base64");
        }
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("the key has " + bytes.length + " bytes instead of " + BYTES);
        }
        return bytes;
    }

    @Override
    public String toString() {
        return "EncryptionKey[" + id + ']';
    }
}
