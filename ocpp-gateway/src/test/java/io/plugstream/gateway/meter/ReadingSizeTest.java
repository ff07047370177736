package io.plugstream.gateway.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingSizeTest {

    private static final Instant AT = Instant.parse("2026-01-31T12:00:00.123Z");

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "\"\\\n\u0001\u007f", "\u20ac\u00e9", "\ud83d\udd0c"})
    void noReadingIsLarger(String text) {
        MeterValue number =
                new MeterValue(AT, text, new BigDecimal("-0.000000000000000000012345"), text, text, text, text);
        MeterValue large = new MeterValue(AT, text, new BigDecimal("-1E+300"), text, text, text, text);
        RawMeterValue raw = new RawMeterValue(AT, text, text, text, text, text, text, text);

        assertThat(ReadingSize.of(number)).isGreaterThanOrEqualTo(json(number));
        assertThat(ReadingSize.of(large)).isGreaterThanOrEqualTo(json(large));
        assertThat(ReadingSize.of(raw)).isGreaterThanOrEqualTo(json(raw));
    }

    /** With the comma after it. */
    private static int json(Object reading) {
        return Json.mapper().writeValueAsBytes(reading).length + 1;
    }
}
