package io.plugstream.model.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampsTest {

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T09:00:00Z,            2026-01-31T09:00:00.000Z",
        "2026-01-31T09:00:00.1Z,          2026-01-31T09:00:00.100Z",
        "2026-01-31T09:00:00.123999999Z,  2026-01-31T09:00:00.123Z",
        "2026-01-31T10:00:00+01:00,       2026-01-31T09:00:00.000Z"
    })
    void alwaysHaveThreeFractionDigits(Instant instant, String expected) {
        assertThat(Timestamps.format(instant)).isEqualTo(expected);
        assertThat(Json.mapper().writeValueAsString(instant)).isEqualTo('"' + expected + '"');
    }
}
