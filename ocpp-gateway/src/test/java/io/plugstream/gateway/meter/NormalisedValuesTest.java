package io.plugstream.gateway.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NormalisedValuesTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final int MOST = 1_000_000;

    @Test
    void fewValuesAreOnePart() {
        NormalisedValues values = new NormalisedValues(numbers(100), List.of(raw("x")));
        assertThat(values.parts()).containsExactly(values);
        assertThat(NormalisedValues.NONE.parts()).containsExactly(NormalisedValues.NONE);
    }

    @Test
    void eachPartOfManyValuesFitsARecord() {
        NormalisedValues values =
                new NormalisedValues(numbers(10_000), Collections.nCopies(300, raw("€".repeat(9_000))));

        List<NormalisedValues> parts = values.parts();

        assertThat(parts)
                .allSatisfy(part ->
                        assertThat(Json.mapper().writeValueAsBytes(part)).hasSizeLessThan(MOST));
        assertThat(parts.stream().flatMap(part -> part.numbers().stream())).isEqualTo(values.numbers());
        assertThat(parts.stream().flatMap(part -> part.raw().stream())).isEqualTo(values.raw());
        assertThat(parts).noneMatch(NormalisedValues::isEmpty);
    }

    private static List<MeterValue> numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new MeterValue(
                        NOON.plusSeconds(i),
                        "Energy.Active.Import.Register",
                        BigDecimal.valueOf(i),
                        "Wh",
                        null,
                        "Outlet",
                        "Sample.Periodic"))
                .toList();
    }

    private static RawMeterValue raw(String value) {
        return new RawMeterValue(NOON, "m", value, "SignedData", "Wh", null, "Outlet", "Sample.Clock");
    }
}
