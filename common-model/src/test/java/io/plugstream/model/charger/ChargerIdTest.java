package io.plugstream.model.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChargerIdTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"C", "CP 1", "CP-1.a_b*+%", "Ladesäule", "123456789012345678901234567890123456789012345678"})
    void acceptsPrintableCharacters(String text) {
        assertThat(ChargerId.isChargeBoxId(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                " CP",
                "CP ",
                "a/b",
                "a\\b",
                "a:b",
                "a?b",
                "a#b",
                "a\"b",
                "a\tb",
                "a\u0000b",
                "a\u2028b",
                "1234567890123456789012345678901234567890123456789"
            })
    void refusesCharactersThatCannotBeInAPath(String text) {
        assertThat(ChargerId.isChargeBoxId(text)).isFalse();
    }

    /** New chargers cannot have such ids, but those that have them must stay readable. */
    @Test
    void readsKeysOfChargersWhoseIdEndsInANoBreakSpace() {
        assertThat(ChargerId.parse("org/CP\u00a0").chargeBoxId()).isEqualTo("CP\u00a0");
    }

    @Test
    void readsItsOwnKey() {
        ChargerId id = new ChargerId("org|1", "CP 1");

        assertThat(ChargerId.parse(id.toString())).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "org", "/CP", "org/", "org/a/b"})
    void refusesOtherKeys(String key) {
        assertThatThrownBy(() -> ChargerId.parse(key)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numberedChargersOfNumberedOrganisationsHaveDifferentHashes() {
        long hashes = IntStream.range(0, 100_000)
                .map(number -> new ChargerId("org-" + number / 100, "CP-" + number % 100).hashCode())
                .distinct()
                .count();

        assertThat(hashes).isGreaterThan(99_000);
    }
}
