package io.plugstream.api.charger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** A charger's password: 256 random bits in base64url. Shown once; only its hash is kept. */
record ChargerPassword(String text) {

    private static final int BYTES = 32;

    static ChargerPassword random(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new ChargerPassword(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Lower-case hexadecimal SHA-256. */
    String hash() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "ChargerPassword";
    }
}
