package io.plugstream.webhook;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.resolver.InetSocketAddressResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Replaces DNS: a test sets the addresses of names, and may change them between attempts. */
@TestConfiguration(proxyBeanMethods = false)
class RebindableNames {

    private static final Map<String, InetAddress> NAMES = new ConcurrentHashMap<>();

    static void bind(String name, String address) {
        NAMES.put(name, InetAddress.ofLiteral(address));
    }

    @Bean
    @Primary
    AddressResolverGroup<InetSocketAddress> namesOfTests() {
        return new AddressResolverGroup<>() {
            @Override
            protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
                return new InetSocketAddressResolver(executor, new Names(executor));
            }
        };
    }

    private static final class Names extends InetNameResolver {

        Names(EventExecutor executor) {
            super(executor);
        }

        @Override
        protected void doResolve(String name, Promise<InetAddress> promise) {
            InetAddress address = NAMES.get(name);
            if (address == null) {
                promise.setFailure(new UnknownHostException(name));
            } else {
                promise.setSuccess(address);
            }
        }

        @Override
        protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
            InetAddress address = NAMES.get(name);
            if (address == null) {
                promise.setFailure(new UnknownHostException(name));
            } else {
                promise.setSuccess(List.of(address));
            }
        }
    }
}
