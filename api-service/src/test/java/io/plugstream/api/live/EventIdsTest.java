package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.organisation.Mode;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventIdsTest {

    private static final Audience AUDIENCE = new Audience("org", Mode.LIVE);

    @Test
    void anIdContainsThePosition() {
        Random random = new Random(1);
        for (int bits = 1; bits < 63; bits++) {
            int shift = 64 - bits;
            Position position = Position.of(
                    Position.slots().mapToLong(_ -> random.nextLong() >>> shift).toArray());

            String id = EventIds.write(position, AUDIENCE);

            assertThat(EventIds.read(id, AUDIENCE)).contains(position);
            assertThat(id).matches("[A-Za-z0-9_-]+").hasSizeLessThan(300);
        }
    }

    @Test
    void idsOfLargePositionsAreShort() {
        Position position =
                Position.of(Position.slots().mapToLong(_ -> 50_000_000L).toArray());

        assertThat(EventIds.write(position, AUDIENCE)).hasSizeLessThan(110);
    }

    @Test
    void anyChangedCharacterIsDetected() {
        String id = EventIds.write(
                Position.of(Position.slots().mapToLong(n -> n * 1_000L).toArray()), AUDIENCE);
        for (int i = 0; i < id.length(); i++) {
            char changed = id.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(EventIds.read(id.substring(0, i) + changed + id.substring(i + 1), AUDIENCE))
                    .as("character %s", i)
                    .isEmpty();
        }
        assertThat(EventIds.read(id + 'A', AUDIENCE)).isEmpty();
        assertThat(EventIds.read(id.substring(1), AUDIENCE)).isEmpty();
        assertThat(EventIds.read(id.substring(0, id.length() - 1), AUDIENCE)).isEmpty();
    }

    @Test
    void anIdIsInvalidForAnotherAudience() {
        String id = EventIds.write(Position.START, AUDIENCE);

        assertThat(EventIds.read(id, new Audience("org", Mode.TEST))).isEmpty();
        assertThat(EventIds.read(id, new Audience("gro", Mode.LIVE))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "42", "AQ", "not base64!", "%%%", "\u00e9", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void malformedIdsAreInvalid(String text) {
        assertThat(EventIds.read(text, AUDIENCE)).isEmpty();
    }

    @Test
    void hugeAndNegativeNumbersAreInvalid() {
        byte[] bytes = new byte[300];
        java.util.Arrays.fill(bytes, (byte) 0xff);
        bytes[0] = 1;

        assertThat(EventIds.read(Base64.getUrlEncoder().encodeToString(bytes), AUDIENCE))
                .isEmpty();
        assertThat(EventIds.read("A".repeat(10_000), AUDIENCE)).isEmpty();
    }
}
