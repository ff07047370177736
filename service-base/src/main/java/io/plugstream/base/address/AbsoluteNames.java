package io.plugstream.base.address;

import io.netty.resolver.HostsFileEntriesResolver;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Resolves webhook hosts as absolute names, without the machine's search domains and hosts file. Otherwise
 * {@code https://kafka.kafka/} would reach a cluster's service on Kubernetes, and the answer would reveal whether the
 * service exists.
 */
public final class AbsoluteNames {

    private AbsoluteNames() {}

    /**
     * Applies these rules. Only {@code localhost} names are read from the hosts file; {@link AddressRules} decide
     * whether they may be used.
     */
    public static DnsNameResolverBuilder applyTo(DnsNameResolverBuilder builder) {
        return builder.searchDomains(List.of()).hostsFileEntriesResolver(AbsoluteNames::ownName);
    }

    private static @Nullable InetAddress ownName(String name, ResolvedAddressTypes types) {
        return SpecialNames.isLocal(name.toLowerCase(Locale.ROOT))
                ? HostsFileEntriesResolver.DEFAULT.address(name, types)
                : null;
    }
}
