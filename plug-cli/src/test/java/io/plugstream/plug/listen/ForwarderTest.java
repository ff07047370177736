package io.plugstream.plug.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.plugstream.plug.FakeApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwarderTest {

    private static final Event EVENT = new Event("1", "charger.boot", "now", "CP-1", "{}");

    @Test
    void anUnknownReceiverIsToldFromASilentOne() throws Exception {
        assertThat(post("http://no-such-host.invalid/").inWords()).contains("the host's name is unknown");
        assertThat(post("http://localhost:" + unusedPort()).inWords()).contains("nobody listens there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:%d/hook?a=http://localhost", "HTTP://LocalHost:%d", "http://[::1]:%d/"})
    void aReceiverThatListensOnIpv6OnlyIsReached(String target) throws Exception {
        var address = InetAddress.ofLiteral("::1");
        assumeThat(NetworkInterface.getByInetAddress(address)).isNotNull();
        try (var receiver = new FakeApi(address, (_, exchange) -> FakeApi.answer(exchange, 204, ""))) {
            var uri = URI.create(target.formatted(receiver.uri().getPort()));

            assertThat(post(uri.toString()).isDelivered()).isTrue();

            assertThat(receiver.asked()).hasSize(1).allSatisfy(post -> {
                assertThat(post.header("webhook-id")).isEqualTo("1");
                assertThat(post.uri().getQuery()).isEqualTo(uri.getQuery());
            });
        }
    }

    @Test
    void aReceiverThatBreaksTheConnectionIsAskedOnce() throws Exception {
        try (var receiver = new FakeApi((_, exchange) -> exchange.close())) {
            assertThat(post(receiver.uri().toString()).isDelivered()).isFalse();
            assertThat(receiver.asked()).hasSize(1);
        }
    }

    private static Forward post(String target) throws InterruptedException {
        var signer = new Signer(Signer.newSecret(new SecureRandom()));
        return new Forwarder(URI.create(target), signer, "1.2", Clock.systemUTC()).post(EVENT);
    }

    private static int unusedPort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
