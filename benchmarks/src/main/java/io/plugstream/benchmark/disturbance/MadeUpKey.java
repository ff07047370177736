package io.plugstream.benchmark.disturbance;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/** An invented API key with a correct checksum. */
final class MadeUpKey {

    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int SECRET_DIGITS = 43;
    private static final int CHECK_DIGITS = 6;

    private MadeUpKey() {}

    static String next(RandomGenerator random) {
        StringBuilder key = new StringBuilder("plug_live_");
        // 256 bits in 43 digits leave only small values for the first digit.
        key.append('0');
        for (int digit = 1; digit < SECRET_DIGITS; digit++) {
            key.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        CRC32 crc = new CRC32();
        crc.update(key.toString().getBytes(StandardCharsets.US_ASCII));
        char[] check = new char[CHECK_DIGITS];
        long rest = crc.getValue();
        for (int place = CHECK_DIGITS - 1; place >= 0; place--) {
            check[place] = DIGITS.charAt((int) (rest % DIGITS.length()));
            rest /= DIGITS.length();
        }
        return key.append(check).toString();
    }
}
