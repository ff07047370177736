package io.plugstream.api.webhook;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.plugstream.base.Causes;
import io.plugstream.base.address.AbsoluteNames;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Queries the machine's name servers on a thread of its own. The JDK's resolver would block, and reports "unknown host"
 * even if a name server is only unreachable.
 */
@Component
final class DnsHostResolver implements HostResolver, DisposableBean {

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("webhook-host-check", true), NioIoHandler.newFactory());
    private final DnsNameResolver resolver = AbsoluteNames.resolver(loop.next(), DnsHostResolver::withSettings);

    @Override
    public Mono<List<InetAddress>> resolve(String host) {
        return Mono.create(sink -> resolver.resolveAll(host).addListener((Future<List<InetAddress>> answer) -> {
            if (answer.isSuccess()) {
                sink.success(answer.getNow());
            } else {
                fail(host, answer.cause(), sink);
            }
        }));
    }

    @Override
    public void destroy() {
        resolver.close();
        var _ = loop.shutdownGracefully();
    }

    private static DnsNameResolverBuilder withSettings(DnsNameResolverBuilder builder) {
        return builder.resolvedAddressTypes(ResolvedAddressTypes.IPV4_PREFERRED)
                .ttl(0, 5)
                .negativeTtl(1);
    }

    private static void fail(String host, Throwable failure, MonoSink<List<InetAddress>> sink) {
        sink.error(saysNoSuchName(failure) ? new UnknownHostException(host) : new IOException("no answer", failure));
    }

    private static boolean saysNoSuchName(@Nullable Throwable failure) {
        return Causes.of(failure)
                .anyMatch(cause -> cause instanceof DnsErrorCauseException answer
                        && answer.getCode().equals(DnsResponseCode.NXDOMAIN));
    }
}
