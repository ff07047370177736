package io.plugstream.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("a process that another test starts holds our closed sockets for a moment")
class PortsTest {
    /** Below the ephemeral ports, which other processes take and release at any time. */
    private final Ports ports = IntStream.iterate(1_000, offset -> offset < 16_000, offset -> offset + 101)
            .mapToObj(Ports::new)
            .filter(candidate -> candidate.taken(true, 1).isEmpty())
            .findFirst()
            .orElseThrow();

    @Test
    void occupiedPortIsNamedWithThePartThatNeedsIt() throws Exception {
        try (var _ = new ServerSocket(ports.postgres(), 1, InetAddress.getLoopbackAddress());
                var _ = new ServerSocket(ports.gatewayManagement())) {
            assertThat(ports.taken(true, 1))
                    .containsExactly(
                            "Port %d, which PostgreSQL needs, is taken".formatted(ports.postgres()),
                            "Port %d, which ocpp-gateway (health) needs, is taken"
                                    .formatted(ports.gatewayManagement()));
        }
    }

    @Test
    void receiversPortMattersOnlyWithTheDemonstration() throws Exception {
        try (var _ = new ServerSocket(ports.receiver())) {
            assertThat(ports.taken(false, 1)).isEmpty();
            assertThat(ports.taken(true, 1))
                    .singleElement()
                    .asString()
                    .contains(Integer.toString(ports.receiver()), "webhook receiver");
        }
    }

    @Test
    void portsOfBrokersFollowEachOther() throws Exception {
        assertThat(ports.kafkas(3)).containsExactly(ports.kafka(), ports.kafka() + 1, ports.kafka() + 2);
        try (var _ = new ServerSocket(ports.kafka(3))) {
            assertThat(ports.taken(true, 2)).isEmpty();
            assertThat(ports.taken(true, 3)).singleElement().asString().contains("Kafka broker 3");
        }
    }

    @Test
    void portsWithoutOffsetAreTheDocumentedOnes() {
        var plain = new Ports(0);
        assertThat(new int[] {
                    plain.api(), plain.gateway(), plain.identity(), plain.receiver(), plain.kafka(), plain.postgres()
                })
                .containsExactly(8080, 8081, 8090, 8099, 9092, 15432);
        assertThat(new int[] {
                    plain.apiManagement(),
                    plain.gatewayManagement(),
                    plain.quotaManagement(),
                    plain.dispatcherManagement(),
                    plain.sandboxManagement()
                })
                .containsExactly(9080, 9081, 9082, 9083, 9084);
    }

    @Test
    void offsetMustStayInTheRangeOfPorts() {
        assertThatThrownBy(() -> new Ports(60_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Ports(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
