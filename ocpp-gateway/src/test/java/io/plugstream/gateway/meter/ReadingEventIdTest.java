package io.plugstream.gateway.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReadingEventIdTest {

    private static final ChargerId CHARGER = new ChargerId("demo", "CP-1");
    private static final Instant TIME = Instant.parse("2026-11-21T09:00:00.123Z");

    @Test
    void isAVersionSevenUuidWithTheLatestTime() {
        UUID id = ReadingEventId.of(CHARGER, 7, values("1", "2"), 0);

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(TIME.toEpochMilli());
    }

    @Test
    void isDerivedFromTheReadings() {
        UUID id = ReadingEventId.of(CHARGER, 7, values("1", "2"), 0);

        assertThat(ReadingEventId.of(CHARGER, 7, values("2.0", "1"), 0)).isEqualTo(id);
        assertThat(ReadingEventId.of(CHARGER, 7, values("1"), 0)).isNotEqualTo(id);
        assertThat(ReadingEventId.of(CHARGER, 7, values("1", "2"), 1)).isNotEqualTo(id);
        assertThat(ReadingEventId.of(CHARGER, 8, values("1", "2"), 0)).isNotEqualTo(id);
        assertThat(ReadingEventId.of(new ChargerId("other", "CP-1"), 7, values("1", "2"), 0))
                .isNotEqualTo(id);
    }

    private static NormalisedValues values(String... numbers) {
        return new NormalisedValues(
                List.of(numbers).stream()
                        .map(number -> new MeterValue(
                                TIME, "Voltage", new BigDecimal(number), "V", null, "Outlet", "Sample.Periodic"))
                        .toList(),
                List.of());
    }
}
