package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import io.plugstream.base.address.AbsoluteNames;
import io.plugstream.model.webhook.ConnectionFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a name that the machine's name server does not resolve. */
class NameFaultTest {

    private static final int RESPONSE = 0x80;

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    @AfterEach
    void close() {
        var _ = loops.shutdownGracefully();
    }

    /** The codes of RFC 1035, section 4.1.1. */
    @ParameterizedTest
    @CsvSource({
        "no error, 0, NAME_NOT_RESOLVED",
        "server failure, 2, NAME_NOT_RESOLVED",
        "name error, 3, NAME_NOT_FOUND",
        "refused, 5, NAME_NOT_RESOLVED"
    })
    void onlyANameErrorSaysThatTheNameDoesNotExist(String name, int code, ConnectionFault fault) throws Exception {
        assertThat(faultWith(code)).as(name).isEqualTo(fault);
    }

    @Test
    void aSilentNameServerDoesNotSayThatTheNameDoesNotExist() throws Exception {
        assertThat(faultWith(null)).isEqualTo(ConnectionFault.NAME_NOT_RESOLVED);
    }

    /** @param code of the name server's answers; null if it does not answer */
    private @Nullable ConnectionFault faultWith(@Nullable Integer code) throws Exception {
        try (DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            if (code != null) {
                Thread.ofVirtual().start(() -> answer(server, code));
            }
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
            try (DnsNameResolver resolver = AbsoluteNames.resolver(
                    loops.next(),
                    builder -> builder.queryTimeoutMillis(code == null ? 200 : 5_000)
                            .resolvedAddressTypes(ResolvedAddressTypes.IPV4_ONLY)
                            .nameServerProvider(new SingletonDnsServerAddressStreamProvider(address)))) {
                return Exchange.fault(Objects.requireNonNull(
                        resolver.resolve("receiver.example").await().cause()));
            }
        }
    }

    /** Sends each query back as its own answer, without records. */
    private static void answer(DatagramSocket server, int code) {
        while (!server.isClosed()) {
            try {
                DatagramPacket query = new DatagramPacket(new byte[512], 512);
                server.receive(query);
                byte[] head = query.getData();
                head[2] |= (byte) RESPONSE;
                head[3] = (byte) ((head[3] & 0xf0) | code);
                server.send(query);
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
