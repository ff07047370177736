package io.plugstream.base.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Simulates a machine whose name server knows the cluster's services, with the cluster's domain as search domain. */
class AbsoluteNamesTest {

    private static final String SERVICE = "kafka.kafka.svc.cluster.test.";

    private final NameServer server = new NameServer(SERVICE);
    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    @AfterEach
    void close() {
        server.close();
        var _ = loops.shutdownGracefully();
    }

    @Test
    void searchListFindsTheService() throws Exception {
        DnsNameResolverBuilder builder =
                new DnsNameResolverBuilder(loops.next()).datagramChannelType(NioDatagramChannel.class);
        try (DnsNameResolver usual = ofThisMachine(builder).build()) {
            assertThat(usual.resolve("kafka.kafka").sync().getNow().getHostAddress())
                    .isEqualTo("10.0.0.1");
        }
        assertThat(server.asked()).contains(SERVICE);
    }

    @Test
    void anAbsoluteNameIsLookedUpUnchanged() {
        try (DnsNameResolver absolute = AbsoluteNames.resolver(loops.next(), this::ofThisMachine)) {
            for (String name : List.of("kafka.kafka", "kafka")) {
                assertThatThrownBy(() -> absolute.resolve(name).sync()).isInstanceOf(UnknownHostException.class);
            }
        }
        assertThat(server.asked()).containsOnly("kafka.kafka.", "kafka.");
    }

    @Test
    void connectionsAreMadeToAbsoluteNames() {
        try (DnsAddressResolverGroup absolute = AbsoluteNames.resolvers(this::ofThisMachine)) {
            var resolver = absolute.getResolver(loops.next());
            InetSocketAddress service = InetSocketAddress.createUnresolved("kafka.kafka", 9092);
            assertThatThrownBy(() -> resolver.resolve(service).sync()).isInstanceOf(UnknownHostException.class);
        }
        assertThat(server.asked()).containsOnly("kafka.kafka.");
    }

    @Test
    void localhostIsResolved() throws Exception {
        try (DnsNameResolver absolute = AbsoluteNames.resolver(loops.next(), this::ofThisMachine)) {
            assertThat(absolute.resolve("localhost").sync().getNow().isLoopbackAddress())
                    .isTrue();
        }
    }

    private DnsNameResolverBuilder ofThisMachine(DnsNameResolverBuilder builder) {
        return builder.resolvedAddressTypes(ResolvedAddressTypes.IPV4_ONLY)
                .nameServerProvider(new SingletonDnsServerAddressStreamProvider(server.address()))
                .searchDomains(List.of("svc.cluster.test"))
                .ndots(5);
    }
}
