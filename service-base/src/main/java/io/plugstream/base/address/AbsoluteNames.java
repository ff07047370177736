package io.plugstream.base.address;

import io.netty.resolver.HostsFileEntriesResolver;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the hosts of webhooks are resolved: as absolute names, whatever the machine appends to names of its own, and without
 * its hosts file. On Kubernetes {@code https://kafka.kafka/} would reach the cluster's service otherwise, and whether it
 * exists would show in the answer.
 */
public final class AbsoluteNames {

    private AbsoluteNames() {}

    /** Only the machine's own name for itself is taken from its hosts file; {@link AddressRules} say whether it may be used. */
    public static DnsNameResolverBuilder applyTo(DnsNameResolverBuilder builder) {
        return builder.searchDomains(List.of()).hostsFileEntriesResolver(AbsoluteNames::ownName);
    }

    private static @Nullable InetAddress ownName(String name, ResolvedAddressTypes types) {
        return SpecialNames.isLocal(name.toLowerCase(Locale.ROOT))
                ? HostsFileEntriesResolver.DEFAULT.address(name, types)
                : null;
    }
}
