package io.plugstream.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.resolver.InetSocketAddressResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.plugstream.base.address.AddressRules;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FilteringResolverGroupTest {

    private volatile List<InetAddress> answer = List.of();
    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final FilteringResolverGroup group =
            new FilteringResolverGroup(new ControlledNames(), new AddressRules(true, false, List.of()));

    @AfterEach
    void close() {
        group.close();
        loops.shutdownGracefully().syncUninterruptibly();
    }

    @Test
    void aNameIsRefusedOnceItIsReboundToAForbiddenAddress() {
        answers("93.184.216.34");
        assertThat(resolve("rebound.example").getNow().getAddress()).isEqualTo(InetAddress.ofLiteral("93.184.216.34"));

        answers("127.0.0.1");
        assertThat(resolve("rebound.example").cause()).isInstanceOf(AddressNotAllowedException.class);
    }

    @Test
    void aNameWithOneForbiddenAddressIsRefused() {
        answers("93.184.216.34", "169.254.169.254");
        assertThat(resolveAll("mixed.example").cause()).isInstanceOf(AddressNotAllowedException.class);

        answers("93.184.216.34", "2606:4700::1111");
        assertThat(resolveAll("good.example").getNow()).hasSize(2);
    }

    @Test
    void literalAddressesAreCheckedLikeNames() {
        AddressResolver<InetSocketAddress> resolver = group.getResolver(loops.next());
        InetSocketAddress literal = new InetSocketAddress(InetAddress.ofLiteral("10.0.0.1"), 80);
        assertThat(resolver.isResolved(literal)).isFalse();
        assertThat(resolver.resolveAll(literal).awaitUninterruptibly().cause())
                .isInstanceOf(AddressNotAllowedException.class);
        assertThat(resolver.resolve(literal).awaitUninterruptibly().cause())
                .isInstanceOf(AddressNotAllowedException.class);
    }

    private void answers(String... addresses) {
        answer = Arrays.stream(addresses).map(InetAddress::ofLiteral).toList();
    }

    private Future<InetSocketAddress> resolve(String host) {
        return group.getResolver(loops.next())
                .resolve(InetSocketAddress.createUnresolved(host, 443))
                .awaitUninterruptibly();
    }

    private Future<List<InetSocketAddress>> resolveAll(String host) {
        return group.getResolver(loops.next())
                .resolveAll(InetSocketAddress.createUnresolved(host, 443))
                .awaitUninterruptibly();
    }

    private final class ControlledNames extends AddressResolverGroup<InetSocketAddress> {
        @Override
        protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
            return new InetSocketAddressResolver(executor, new InetNameResolver(executor) {
                @Override
                protected void doResolve(String name, Promise<InetAddress> promise) {
                    promise.setSuccess(answer.getFirst());
                }

                @Override
                protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
                    promise.setSuccess(answer);
                }
            });
        }
    }
}
