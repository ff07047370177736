package io.plugstream.base.address;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.HostsFileEntriesResolver;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Resolves webhook hosts as absolute names, without the machine's search domains and hosts file. Otherwise
 * {@code https://kafka.kafka/} would reach a cluster's service on Kubernetes, and the answer would reveal whether the
 * service exists.
 */
public final class AbsoluteNames {

    private AbsoluteNames() {}

    /** A resolver on {@code loop}; {@code settings} cannot change these rules. */
    public static DnsNameResolver resolver(EventLoop loop, UnaryOperator<DnsNameResolverBuilder> settings) {
        return builder(settings).eventLoop(loop).build();
    }

    /** As {@link #resolver}, for connections on any event loop. */
    public static DnsAddressResolverGroup resolvers(UnaryOperator<DnsNameResolverBuilder> settings) {
        return new DnsAddressResolverGroup(builder(settings));
    }

    /**
     * Applies these rules after the settings. Only {@code localhost} names are read from the hosts file;
     * {@link AddressRules} decide whether they may be used.
     */
    private static DnsNameResolverBuilder builder(UnaryOperator<DnsNameResolverBuilder> settings) {
        return settings.apply(new DnsNameResolverBuilder())
                .datagramChannelType(NioDatagramChannel.class)
                .socketChannelType(NioSocketChannel.class)
                .searchDomains(List.of())
                .hostsFileEntriesResolver(AbsoluteNames::ownName);
    }

    private static @Nullable InetAddress ownName(String name, ResolvedAddressTypes types) {
        return SpecialNames.isLocal(name.toLowerCase(Locale.ROOT))
                ? HostsFileEntriesResolver.DEFAULT.address(name, types)
                : null;
    }
}
