package io.plugstream.api.key;

import io.plugstream.model.digest.Sha256;
import io.plugstream.model.organisation.Mode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * A full API key: the brand and mode, 256 random bits as {@value #SECRET_DIGITS} base-62 digits, and
 * {@value #CHECK_DIGITS} base-62 digits with the CRC-32 of all before, which detects typing errors without a query.
 */
final class KeyText {

    private static final String BRAND = "plug_";
    private static final int BRAND_LENGTH = "plug_live_".length();
    private static final int SECRET_BITS = 256;
    private static final int SECRET_DIGITS = 43;
    private static final int CHECK_DIGITS = 6;
    private static final int CHECKED_LENGTH = BRAND_LENGTH + SECRET_DIGITS;
    private static final int SHOWN_DIGITS = 4;

    private final String text;

    private KeyText(String text) {
        this.text = text;
    }

    static KeyText generate(Mode mode, RandomGenerator random) {
        byte[] secret = new byte[SECRET_BITS / Byte.SIZE];
        random.nextBytes(secret);
        String checked = brand(mode) + Base62.write(new BigInteger(1, secret), SECRET_DIGITS);
        return new KeyText(checked + check(checked));
    }

    /** The presented key; empty if it is malformed or its check digits are wrong. */
    static Optional<KeyText> parse(String presented) {
        return isWellFormed(presented) ? Optional.of(new KeyText(presented)) : Optional.empty();
    }

    String text() {
        return text;
    }

    /** The hash under which the key is stored and looked up. */
    KeyHash hash() {
        return new KeyHash(Sha256.of(text));
    }

    /** The part of the key that may be shown later. */
    String prefix() {
        return text.substring(0, BRAND_LENGTH + SHOWN_DIGITS);
    }

    private static String brand(Mode mode) {
        return BRAND + mode.wireName() + '_';
    }

    private static boolean isWellFormed(String presented) {
        return presented.length() == CHECKED_LENGTH + CHECK_DIGITS
                && (presented.startsWith(brand(Mode.LIVE)) || presented.startsWith(brand(Mode.TEST)))
                && presented.chars().skip(BRAND_LENGTH).allMatch(Base62::isDigit)
                && presented.endsWith(check(presented.substring(0, CHECKED_LENGTH)));
    }

    private static String check(String checked) {
        CRC32 crc = new CRC32();
        crc.update(checked.getBytes(StandardCharsets.US_ASCII));
        return Base62.write(BigInteger.valueOf(crc.getValue()), CHECK_DIGITS);
    }
}
