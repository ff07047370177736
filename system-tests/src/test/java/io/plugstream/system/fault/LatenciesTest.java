package io.plugstream.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private static final Instant KILL = Instant.parse("2026-11-22T12:00:00Z");

    private final Latencies latencies = new Latencies();

    @Test
    void longestSilenceIncludesBeginAndEnd() {
        latencies.answered(KILL.plusSeconds(1), KILL.plusSeconds(3));
        latencies.failed(KILL.plusSeconds(5));
        latencies.answered(KILL.plusSeconds(6), KILL.plusSeconds(9));
        latencies.answered(KILL.plusSeconds(60), KILL.plusSeconds(61));
        assertThat(latencies.longestSilence(KILL, KILL.plusSeconds(10))).isEqualTo(Duration.ofSeconds(6));
        assertThat(latencies.longestSilence(KILL, KILL.plusSeconds(30))).isEqualTo(Duration.ofSeconds(21));
        assertThat(new Latencies().longestSilence(KILL, KILL.plusSeconds(30))).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void calmBeginsAfterTheLastSlowInterval() {
        asked(1, 900);
        asked(6, 100);
        asked(11, 600);
        asked(16, 100);
        assertThat(latencies.p99After(KILL, 5)).containsExactly(900L, 100L, 600L, 100L, -1L);
        assertThat(latencies.calmAfter(KILL, 5, 500)).contains(Duration.ofSeconds(15));
        assertThat(latencies.calmAfter(KILL, 3, 500)).isEmpty();
        assertThat(latencies.calmAfter(KILL, 5, 1_000)).contains(Duration.ZERO);
    }

    @Test
    void failedCallIsSlowerThanAnyOther() {
        asked(1, 10);
        latencies.failed(KILL.plusSeconds(1));
        assertThat(latencies.calmAfter(KILL, 1, 60_000)).isEmpty();
        assertThat(latencies).hasToString("2 answers, slowest 10 ms");
    }

    private void asked(int second, int millis) {
        Instant at = KILL.plusSeconds(second);
        latencies.answered(at, at.plusMillis(millis));
    }
}
