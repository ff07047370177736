package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FailedHandshakesTest {

    private final FailedHandshakes failures =
            new FailedHandshakes(new HandshakeProperties(3, Duration.ofSeconds(5), Set.of()));

    @Test
    void addressMayFailSoOftenAMinute() throws UnknownHostException {
        assertThat(failures.count(address("192.0.2.1", 1))).isTrue();
        assertThat(failures.count(address("192.0.2.1", 2))).isTrue();
        assertThat(failures.count(address("192.0.2.1", 3))).isTrue();

        assertThat(failures.count(address("192.0.2.1", 4))).isFalse();
        assertThat(failures.count(address("192.0.2.2", 1))).isTrue();
    }

    @Test
    void hostsOfOneIpv6NetworkCountTogether() throws UnknownHostException {
        for (int host = 1; host <= 3; host++) {
            assertThat(failures.count(address("2001:db8::" + host, 1))).isTrue();
        }

        assertThat(failures.count(address("2001:db8::ffff", 1))).isFalse();
        assertThat(failures.count(address("2001:db8:0:1::1", 1))).isTrue();
    }

    private static InetSocketAddress address(String host, int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(host), port);
    }
}
