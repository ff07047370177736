package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogClockTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Instant own = NOON;
    private final LogClock clock = new LogClock(clock());

    @Test
    void aClockWithoutEvidenceAgainstItIsUsed() {
        append(NOON.plusMillis(3), Duration.ofMillis(5));
        append(NOON.plusMillis(5), Duration.ofMillis(5));

        assertThat(clock.now()).isEqualTo(own);
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400_000, -700, 700, 86_400_000})
    void aWrongClockIsCorrectedByTheLog(long off) {
        Instant log = NOON.plusMillis(off);

        append(log.plusMillis(3), Duration.ofMillis(5));

        assertThat(Duration.between(log.plusMillis(5), clock.now()).abs()).isLessThanOrEqualTo(Duration.ofMillis(5));
    }

    @Test
    void concurrentCallsCorrectTheClockOnce() {
        long sent = clock.uncorrected();
        own = own.plusMillis(5);
        long at = NOON.plus(Duration.ofDays(1)).toEpochMilli();

        clock.appended(sent, at);
        Instant corrected = clock.now();
        clock.appended(sent, at);

        assertThat(clock.now()).isEqualTo(corrected);
    }

    private Clock clock() {
        InstantSource source = () -> own;
        return source.withZone(ZoneOffset.UTC);
    }

    private void append(Instant at, Duration took) {
        long sent = clock.uncorrected();
        own = own.plus(took);
        clock.appended(sent, at.toEpochMilli());
    }
}
