package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.shield.ShieldProperties;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedHandshakesTest {

    private Instant now = Instant.parse("2026-01-31T09:00:10Z");
    private final FailedHandshakes failures = new FailedHandshakes(new ShieldProperties(3, List.of()), () -> now);

    @Test
    void failuresOfAnAddressAreLimitedUntilTheMinuteEnds() {
        assertThat(failures.count("192.0.2.1")).isTrue();
        assertThat(failures.count("192.0.2.1")).isTrue();
        assertThat(failures.isExhausted("192.0.2.1")).isFalse();
        assertThat(failures.count("192.0.2.1")).isTrue();
        assertThat(failures.isExhausted("192.0.2.1")).isTrue();

        assertThat(failures.count("192.0.2.1")).isFalse();
        assertThat(failures.count("192.0.2.2")).isTrue();
        assertThat(failures.secondsToNextMinute()).isEqualTo(50);

        now = now.plusSeconds(49);
        assertThat(failures.count("192.0.2.1")).isFalse();
        assertThat(failures.secondsToNextMinute()).isEqualTo(1);

        now = now.plusSeconds(1);
        assertThat(failures.isExhausted("192.0.2.1")).isFalse();
        assertThat(failures.count("192.0.2.1")).isTrue();
    }
}
