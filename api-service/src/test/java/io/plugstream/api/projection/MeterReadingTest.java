package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The energy that a running transaction's readings show. */
class MeterReadingTest {

    private static final Instant AT = Instant.parse("2026-01-31T09:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "'total 100',                               100",
        "'total 100.5 L1 1 L2 2 L3 3',              101",
        "'L1 10 L2 20.4 L3 30.2',                   61",
        "'L1-N 10 L2-N 20 L3-N 30',                 60",
        "'L1 10 L2 20',                             ",
        "'L1-L2 10 L2-L3 20 L3-L1 30',              ",
        "'N 10',                                    "
    })
    void phasesAreSummedIfAllOfAMomentAreThere(String readings, Long wattHours) {
        String[] words = readings.split(" ", -1);
        List<MeterValue> values = Stream.iterate(0, at -> at < words.length, at -> at + 2)
                .map(at -> value(AT, words[at], words[at + 1]))
                .toList();
        assertThat(read(values)).isEqualTo(wattHours == null ? List.of() : List.of(wattHours));
    }

    @ParameterizedTest
    @CsvSource({"0, 60", "1, "})
    void phasesOfDifferentMomentsAreNotSummed(int seconds, Long wattHours) {
        List<MeterValue> values =
                List.of(value(AT, "L1", "10"), value(AT, "L2", "20"), value(AT.plusSeconds(seconds), "L3", "30"));
        assertThat(read(values)).isEqualTo(wattHours == null ? List.of() : List.of(wattHours));
    }

    private static List<Long> read(List<MeterValue> values) {
        return MeterReading.in(new Story("org", "CP").metered(7, values))
                .map(MeterReading::meterWh)
                .toList();
    }

    private static MeterValue value(Instant at, String phase, String wattHours) {
        return new MeterValue(
                at,
                "Energy.Active.Import.Register",
                new BigDecimal(wattHours),
                "Wh",
                phase.equals("total") ? null : phase,
                "Outlet",
                "Sample.Periodic");
    }
}
