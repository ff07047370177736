package io.plugstream.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChargerTimeTest {

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T09:00:00Z,                2026-01-31T09:00:00Z",
        "2026-01-31t09:00:00z,                2026-01-31T09:00:00Z",
        "2026-01-31T09:00:00,                 2026-01-31T09:00:00Z",
        "2026-01-31T09:00,                    2026-01-31T09:00:00Z",
        "2026-01-31T09:00:00.5,               2026-01-31T09:00:00.500Z",
        "2026-01-31T09:00:00.123456789Z,      2026-01-31T09:00:00.123Z",
        "2026-01-31T10:00:00+01:00,           2026-01-31T09:00:00Z",
        "2026-01-31T10:00:00.25+0100,         2026-01-31T09:00:00.250Z",
        "2026-01-31T10:00:00+01,              2026-01-31T09:00:00Z",
        "2026-01-31T01:30:00-07:30,           2026-01-31T09:00:00Z",
        "2026-02-01T04:00:00+19:00,           2026-01-31T09:00:00Z",
        "2026-01-31T09:00:00.1234567890123Z,  2026-01-31T09:00:00.123Z",
        "0001-01-01T00:00:00Z,                0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999Z,            9999-12-31T23:59:59.999Z",
        "2016-12-31T23:59:60Z,                2017-01-01T00:00:00Z",
        "2017-01-01T00:59:60.5+01:00,         2017-01-01T00:00:00.500Z"
    })
    void isReadAsUtcMilliseconds(String text, Instant expected) {
        assertThat(ChargerTime.parse(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-01-31",
                "09:00:00Z",
                "2026-13-31T09:00:00Z",
                "2026-02-30T09:00:00Z",
                "2026-01-31T25:00:00Z",
                "2026-01-31T09:00:00+99:00",
                "2026-01-31T09:00:00Z+01:00",
                "+999999-01-31T09:00:00Z",
                "2026-01-31T09:00:00 Z",
                "2026-01-31T09:00:60Z",
                "2026-01-31T23:59:61Z",
                "2026-01-31T09:00:00.Z",
                "2026-01-31T09:00:00+24:00",
                "0000-12-31T23:59:59Z",
                "0000-01-01T00:00:00+01:00",
                "9999-12-31T23:59:60Z"
            })
    void refusesInvalidTimes(String text) {
        assertThat(ChargerTime.parse(text)).isEmpty();
    }
}
