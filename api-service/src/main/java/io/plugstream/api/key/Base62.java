package io.plugstream.api.key;

import java.math.BigInteger;

/** Numbers in base 62: digits, capital letters, small letters; most significant digit first, padded with zeros. */
final class Base62 {

    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());

    private Base62() {}

    /** The digits of {@code number}, which must not be negative and must fit into {@code length} digits. */
    static String write(BigInteger number, int length) {
        char[] digits = new char[length];
        BigInteger rest = number;
        for (int place = length - 1; place >= 0; place--) {
            BigInteger[] parts = rest.divideAndRemainder(BASE);
            digits[place] = DIGITS.charAt(parts[1].intValue());
            rest = parts[0];
        }
        if (rest.signum() != 0) {
            throw new IllegalArgumentException("does not fit into " + length + " digits");
        }
        return new String(digits);
    }

    static boolean isDigit(int character) {
        return DIGITS.indexOf(character) >= 0;
    }
}
