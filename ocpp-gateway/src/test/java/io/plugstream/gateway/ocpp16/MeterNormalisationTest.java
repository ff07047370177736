package io.plugstream.gateway.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeterNormalisationTest {

    private static final Instant TIME = Instant.parse("2026-01-31T09:00:00Z");

    @Test
    void fillsInTheDefaults() {
        assertThat(normalise(new SampledValue("5", null, null, null, null, null, null)))
                .containsExactly(new MeterValue(
                        TIME,
                        "Energy.Active.Import.Register",
                        new BigDecimal("5"),
                        "Wh",
                        null,
                        "Outlet",
                        "Sample.Periodic"));
    }

    @ParameterizedTest
    @CsvSource({
        "1.5,     kWh,     1500,   Wh",
        "0.00125, kWh,     1.25,   Wh",
        "11,      kW,      11000,  W",
        "-2e1,    kW,      -20000, W",
        "7.40,    kW,      7400,   W",
        "16.2,    A,       16.2,   A",
        "3,       kvarh,   3,      kvarh",
        "21.5,    Celcius, 21.5,   Celsius",
        "0,       kWh,     0,      Wh",
    })
    void convertsEnergyAndPowerToBaseUnits(String value, String unit, String expected, String expectedUnit) {
        MeterValue normalised = normalise(sampled(value, unit)).getFirst();

        assertThat(normalised.value().toPlainString()).isEqualTo(expected);
        assertThat(normalised.unit()).isEqualTo(expectedUnit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "NaN", "1,5", "0x10", "1e999999999", "--1", "."})
    void keepsValuesThatAreNotNumbersAsSent(String value) {
        NormalisedValues values = all(sampled(value, "kWh"));

        assertThat(values.numbers()).isEmpty();
        assertThat(values.raw())
                .containsExactly(new RawMeterValue(
                        TIME, "Energy.Active.Import.Register", value, "Raw", "kWh", null, "Outlet", "Sample.Periodic"));
    }

    @Test
    void keepsSignedValuesAsSent() {
        NormalisedValues values = all(new SampledValue("5 ", "Trigger", "SignedData", "Voltage", "L1", "EV", null));

        assertThat(values.numbers()).isEmpty();
        assertThat(values.raw())
                .containsExactly(new RawMeterValue(TIME, "Voltage", "5 ", "SignedData", "V", "L1", "EV", "Trigger"));
    }

    @Test
    void numbersAndRawValuesStayInOrder() {
        NormalisedValues values = MeterNormalisation.normalise(List.of(
                new SampledValues(TIME, List.of(sampled("1", null), sampled("x", null), sampled("2", null))),
                new SampledValues(TIME.plusSeconds(1), List.of(sampled("y", null)))));

        assertThat(values.numbers()).extracting(MeterValue::value).containsExactly(BigDecimal.ONE, BigDecimal.TWO);
        assertThat(values.raw()).extracting(RawMeterValue::value).containsExactly("x", "y");
    }

    @Test
    void keepsTheFieldsOfTheCharger() {
        assertThat(normalise(new SampledValue("230.1", "Trigger", "Raw", "Voltage", "L1-N", "Inlet", "V")))
                .containsExactly(
                        new MeterValue(TIME, "Voltage", new BigDecimal("230.1"), "V", "L1-N", "Inlet", "Trigger"));
    }

    private static List<MeterValue> normalise(SampledValue value) {
        return all(value).numbers();
    }

    private static NormalisedValues all(SampledValue value) {
        return MeterNormalisation.normalise(List.of(new SampledValues(TIME, List.of(value))));
    }

    private static SampledValue sampled(String value, @Nullable String unit) {
        return new SampledValue(value, null, null, null, null, null, unit);
    }
}
