package io.plugstream.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsTest {
    private final Ports ports = new Ports(30_000);

    @Test
    void takenPortIsNamedWithThePartThatNeedsIt() throws Exception {
        try (var _ = new ServerSocket(ports.postgres(), 1, InetAddress.getLoopbackAddress());
                var _ = new ServerSocket(ports.gatewayManagement())) {
            assertThat(ports.taken(true))
                    .containsExactly(
                            "Port 45432, which PostgreSQL needs, is taken",
                            "Port 39081, which ocpp-gateway (health) needs, is taken");
        }
    }

    @Test
    void receiversPortMattersOnlyWithTheDemonstration() throws Exception {
        try (var _ = new ServerSocket(ports.receiver())) {
            assertThat(ports.taken(false)).isEmpty();
            assertThat(ports.taken(true)).singleElement().asString().contains("38099", "webhook receiver");
        }
    }

    @Test
    void withoutOffsetTheyAreTheDocumentedOnes() {
        var plain = new Ports(0);
        assertThat(new int[] {
                    plain.api(), plain.gateway(), plain.identity(), plain.receiver(), plain.kafka(), plain.postgres()
                })
                .containsExactly(8080, 8081, 8090, 8099, 9092, 15432);
        assertThat(new int[] {
                    plain.apiManagement(),
                    plain.gatewayManagement(),
                    plain.quotaManagement(),
                    plain.dispatcherManagement()
                })
                .containsExactly(9080, 9081, 9082, 9083);
    }

    @Test
    void offsetMustLeaveTheRangeOfPorts() {
        assertThatThrownBy(() -> new Ports(60_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Ports(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
