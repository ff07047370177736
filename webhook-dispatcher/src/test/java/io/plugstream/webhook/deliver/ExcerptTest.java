package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ExcerptTest {

    @Test
    void keepsTheBeginningHoweverTheBodyIsDivided() {
        Excerpt excerpt = new Excerpt(5);
        assertThat(excerpt.text()).isEmpty();
        excerpt.add(bytes("abc"));
        assertThat(excerpt.isFull()).isFalse();
        excerpt.add(bytes("defg"));
        excerpt.add(bytes("h"));
        assertThat(excerpt.isFull()).isTrue();
        assertThat(excerpt.text()).isEqualTo("abcde");
    }

    @Test
    void leavesOutACharacterThatIsCutInTwo() {
        byte[] smile = "ab\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
        assertThat(Excerpt.of(smile, 5)).isEqualTo("ab");
        assertThat(Excerpt.of(smile, 6)).isEqualTo("ab\uD83D\uDE00");
        assertThat(Excerpt.of(smile, 100)).isEqualTo("ab\uD83D\uDE00");
    }

    @Test
    void replacesBytesThatAreNoTextAndCharactersThatDatabasesCannotStore() {
        assertThat(Excerpt.of(new byte[] {'a', (byte) 0xff, 0, 'b'}, 100)).isEqualTo("a\uFFFD\uFFFDb");
    }

    private static ByteBuffer bytes(String text) {
        return StandardCharsets.UTF_8.encode(text);
    }
}
