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
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

class SamplesTest {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Instant TIME = Instant.parse("2026-01-31T09:00:00Z");

    @Test
    void fillsInTheDefaults() {
        assertThat(numbers(sampled("5", null)))
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
        MeterValue normalised = numbers(sampled(value, unit)).getFirst();

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
        NormalisedValues values = all(sampled("5 ", "Trigger", "SignedData", "Voltage", "L1", "EV"));

        assertThat(values.numbers()).isEmpty();
        assertThat(values.raw())
                .containsExactly(new RawMeterValue(TIME, "Voltage", "5 ", "SignedData", "V", "L1", "EV", "Trigger"));
    }

    @Test
    void numbersAndRawValuesStayInOrder() {
        NormalisedValues values = Samples.of(JSON.arrayNode()
                .add(moment(TIME, sampled("1", null), sampled("x", null), sampled("2", null)))
                .add(moment(TIME.plusSeconds(1), sampled("y", null))));

        assertThat(values.numbers()).extracting(MeterValue::value).containsExactly(BigDecimal.ONE, BigDecimal.TWO);
        assertThat(values.raw()).extracting(RawMeterValue::value).containsExactly("x", "y");
    }

    @Test
    void keepsTheFieldsOfTheCharger() {
        assertThat(numbers(sampled("230.1", "Trigger", "Raw", "Voltage", "L1-N", "Inlet")
                        .put("unit", "V")))
                .containsExactly(
                        new MeterValue(TIME, "Voltage", new BigDecimal("230.1"), "V", "L1-N", "Inlet", "Trigger"));
    }

    @Test
    void missingSamplesAreNone() {
        assertThat(Samples.of(MissingNode.getInstance())).isEqualTo(NormalisedValues.NONE);
        assertThat(Samples.of(JSON.arrayNode().add(moment(TIME)))).isEqualTo(NormalisedValues.NONE);
    }

    private static List<MeterValue> numbers(ObjectNode sampledValue) {
        return all(sampledValue).numbers();
    }

    private static NormalisedValues all(ObjectNode sampledValue) {
        return Samples.of(JSON.arrayNode().add(moment(TIME, sampledValue)));
    }

    private static ObjectNode moment(Instant timestamp, ObjectNode... sampledValues) {
        return JSON.objectNode()
                .put("timestamp", timestamp.toString())
                .set("sampledValue", JSON.arrayNode().addAll(List.of(sampledValues)));
    }

    private static ObjectNode sampled(String value, @Nullable String unit) {
        ObjectNode sampled = JSON.objectNode().put("value", value);
        return unit == null ? sampled : sampled.put("unit", unit);
    }

    private static ObjectNode sampled(
            String value, String context, String format, String measurand, String phase, String location) {
        return sampled(value, null)
                .put("context", context)
                .put("format", format)
                .put("measurand", measurand)
                .put("phase", phase)
                .put("location", location);
    }
}
