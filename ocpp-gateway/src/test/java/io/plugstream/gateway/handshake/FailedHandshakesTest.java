package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.shield.ShieldProperties;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedHandshakesTest {

    private final FailedHandshakes failures = new FailedHandshakes(new ShieldProperties(3, List.of()));

    @Test
    void failuresOfAnAddressAreLimitedPerMinute() {
        assertThat(failures.count("192.0.2.1")).isTrue();
        assertThat(failures.count("192.0.2.1")).isTrue();
        assertThat(failures.count("192.0.2.1")).isTrue();

        assertThat(failures.count("192.0.2.1")).isFalse();
        assertThat(failures.count("192.0.2.2")).isTrue();
    }
}
