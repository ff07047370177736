package io.plugstream.api.charger;

import io.plugstream.model.digest.Sha256;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A charger's password: 240 random bits in base64url. These are 40 characters, the longest password that every OCPP
 * 2.0.1 station accepts. It is shown once; only its hash is stored.
 */
record ChargerPassword(String text) {

    private static final int BYTES = 30;

    static ChargerPassword random(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new ChargerPassword(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Lower-case hexadecimal SHA-256. */
    String hash() {
        return Sha256.hex(text);
    }

    @Override
    public String toString() {
        return "ChargerPassword";
    }
}
