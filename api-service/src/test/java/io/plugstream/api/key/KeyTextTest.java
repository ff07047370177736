package io.plugstream.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.organisation.Mode;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class KeyTextTest {

    private final RandomGenerator random = new SplittableRandom(42);

    @Test
    void hasBrandModeSecretAndCheckDigits() {
        assertThat(KeyText.generate(Mode.LIVE, random).text()).matches("plug_live_[0-9A-Za-z]{49}");
        assertThat(KeyText.generate(Mode.TEST, random).text()).matches("plug_test_[0-9A-Za-z]{49}");
    }

    @Test
    void writesTheLargestSecretInFortyThreeDigits() {
        byte[] ones = new byte[32];
        Arrays.fill(ones, (byte) 0xff);
        assertThat(Base62.write(new BigInteger(1, ones), 43)).hasSize(43).doesNotStartWith("0");
        assertThat(Base62.write(BigInteger.ZERO, 43)).isEqualTo("0".repeat(43));
        assertThat(Base62.write(BigInteger.valueOf(61), 2)).isEqualTo("0z");
        assertThat(Base62.write(BigInteger.valueOf(62), 2)).isEqualTo("10");
    }

    @Test
    void checkDigitsAreTheCrc32OfThePrecedingText() {
        String text = KeyText.generate(Mode.LIVE, random).text();
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update(text.substring(0, 53).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        long check = 0;
        for (char digit : text.substring(53).toCharArray()) {
            check = check * 62 + "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(digit);
        }
        assertThat(check).isEqualTo(crc.getValue());
    }

    @Test
    void parsesWhatItGenerated() {
        KeyText key = KeyText.generate(Mode.TEST, random);
        assertThat(KeyText.parse(key.text())).map(KeyText::hash).contains(key.hash());
    }

    @Test
    void refusesEverySingleMistypedCharacter() {
        String text = KeyText.generate(Mode.LIVE, random).text();
        for (int place = 0; place < text.length(); place++) {
            char other = text.charAt(place) == 'a' ? 'b' : 'a';
            String mistyped = text.substring(0, place) + other + text.substring(place + 1);
            assertThat(KeyText.parse(mistyped)).as(mistyped).isEmpty();
        }
    }

    @Test
    void refusesOtherLengthsAndCharacters() {
        String text = KeyText.generate(Mode.LIVE, random).text();
        assertThat(KeyText.parse("")).isEmpty();
        assertThat(KeyText.parse(text + "0")).isEmpty();
        assertThat(KeyText.parse(text.substring(1))).isEmpty();
        assertThat(KeyText.parse(text.replace("plug_live_", "plug_prod_"))).isEmpty();
        assertThat(KeyText.parse(text.substring(0, 58) + 'é')).isEmpty();
    }

    @Test
    void showsFourDigitsOfTheSecret() {
        KeyText key = KeyText.generate(Mode.LIVE, random);
        assertThat(key.prefix()).isEqualTo(key.text().substring(0, 14));
    }
}
