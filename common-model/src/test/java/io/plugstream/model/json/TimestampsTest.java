package io.plugstream.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class TimestampsTest {

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T09:00:00Z,            2026-01-31T09:00:00.000Z",
        "2026-01-31T09:00:00.1Z,          2026-01-31T09:00:00.100Z",
        "2026-01-31T09:00:00.123999999Z,  2026-01-31T09:00:00.123Z",
        "2026-01-31T10:00:00+01:00,       2026-01-31T09:00:00.000Z",
        "1969-12-31T23:59:59.9995Z,       1969-12-31T23:59:59.999Z",
        "+10000-01-01T00:00:00Z,          +10000-01-01T00:00:00.000Z",
        "-0001-01-01T00:00:00Z,           -0001-01-01T00:00:00.000Z"
    })
    void alwaysHaveThreeFractionDigits(Instant instant, String expected) {
        assertThat(Timestamps.format(instant)).isEqualTo(expected);
        assertThat(Json.mapper().writeValueAsString(instant)).isEqualTo('"' + expected + '"');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-31T09:00:00.000Z",
                "2024-02-29T23:59:59.999Z",
                "1969-12-31T23:59:59.001Z",
                "0000-01-01T00:00:00.000Z"
            })
    void areReadAsTheyAreWritten(String text) {
        assertThat(Timestamps.parse(text)).isEqualTo(Instant.parse(text));
        assertThat(read(text)).isEqualTo(Instant.parse(text));
        assertThat(Timestamps.format(Instant.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T09:00:00Z,           2026-01-31T09:00:00Z",
        "2026-01-31T09:00:00.123456Z,    2026-01-31T09:00:00.123456Z",
        "2026-01-31T24:00:00.000Z,       2026-02-01T00:00:00Z",
        "2026-01-31T09:00:00.000z,       2026-01-31T09:00:00Z",
        "2026-01-31T10:00:00.000+01:00,  2026-01-31T09:00:00Z"
    })
    void otherSpellingsAreReadToo(String text, Instant expected) {
        assertThat(Timestamps.parse(text)).isNull();
        assertThat(read(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-02-29T09:00:00.000Z",
                "2026-13-01T09:00:00.000Z",
                "2026-01-31T25:00:00.000Z",
                "2026-01-31T09:60:00.000Z",
                "2026-01-31T09:00:00,000Z",
                "2026-01-31T09:00:00.00/Z",
                "yesterday"
            })
    void invalidTimestampsAreRefused(String text) {
        assertThat(Timestamps.parse(text)).isNull();
        assertThatThrownBy(() -> read(text)).isInstanceOf(JacksonException.class);
    }

    private static Instant read(String text) {
        return Json.mapper().readValue('"' + text + '"', Instant.class);
    }
}
