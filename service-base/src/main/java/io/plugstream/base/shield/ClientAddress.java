package io.plugstream.base.shield;

import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.HostName;
import inet.ipaddr.HostNameParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address a request comes from: the peer's, or, as long as that is a trusted proxy, the one before it in
 * {@code X-Forwarded-For}. IPv6 addresses count by their /64, which is what one client has.
 */
public final class ClientAddress {

    /** The header that proxies add the address of their own peer to. */
    public static final String HEADER = "X-Forwarded-For";

    private static final String UNKNOWN = "unknown";
    private static final int IPV6_CLIENT_BITS = 64;
    /** A wider range takes in strangers: the pods of others, or everybody. */
    private static final int SHORTEST_IPV4_PREFIX = 16;

    private static final int SHORTEST_IPV6_PREFIX = 48;

    /** An address as proxies write it, a few with the port; nothing that others could read in another way. */
    private static final HostNameParameters HOP = new HostNameParameters.Builder()
            .allowEmpty(false)
            .allowBracketedIPv6(true)
            .allowPort(true)
            .allowService(false)
            .getAddressOptionsBuilder()
            .allowEmpty(false)
            .allowAll(false)
            .allowMask(false)
            .allowPrefix(false)
            .allowSingleSegment(false)
            .allowWildcardedSeparator(false)
            .setRangeOptions(RangeParameters.NO_RANGE)
            .getIPv4AddressParametersBuilder()
            .allow_inet_aton(false)
            .getParentBuilder()
            .getIPv6AddressParametersBuilder()
            .allowZone(false)
            .allowBase85(false)
            .getParentBuilder()
            .getParentBuilder()
            .toParams();

    private final List<IPAddress> trusted;

    public ClientAddress(ShieldProperties properties) {
        this.trusted =
                properties.trustedProxies().stream().map(ClientAddress::range).toList();
    }

    /**
     * The client of a request in a canonical spelling, the same for all that count together.
     *
     * @param peer who is at the other end of the connection
     * @param forwarded the values of all {@value #HEADER} headers, in their order
     */
    public String of(@Nullable InetSocketAddress peer, List<String> forwarded) {
        if (peer == null || peer.getAddress() == null) {
            return UNKNOWN;
        }
        IPAddress client = new IPAddressString(peer.getAddress().getHostAddress()).getAddress();
        for (String hop : hops(forwarded).reversed()) {
            if (!isTrusted(client)) {
                break;
            }
            IPAddress before = parse(hop);
            if (before == null) {
                break;
            }
            client = before;
        }
        return name(client);
    }

    private static List<String> hops(List<String> forwarded) {
        return forwarded.stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .toList();
    }

    private boolean isTrusted(IPAddress address) {
        IPAddress plain = plain(address);
        return trusted.stream().anyMatch(range -> range.contains(plain));
    }

    private static String name(IPAddress address) {
        IPAddress plain = plain(address);
        return plain.isIPv6() ? plain.toPrefixBlock(IPV6_CLIENT_BITS).toCanonicalString() : plain.toCanonicalString();
    }

    /** An IPv4 address in IPv6's clothes is an IPv4 address. */
    private static IPAddress plain(IPAddress address) {
        boolean mapped = address.isIPv6() && address.toIPv6().isIPv4Mapped();
        return mapped ? address.toIPv6().getEmbeddedIPv4Address() : address.withoutPrefixLength();
    }

    private static @Nullable IPAddress parse(String hop) {
        return new HostName(hop, HOP).asAddress();
    }

    private static IPAddress range(String text) {
        IPAddress range = new IPAddressString(text).getAddress();
        if (range == null || (range.isMultiple() && !range.isPrefixed())) {
            throw new IllegalArgumentException(
                    "plugstream.shield.trusted-proxies: not an address or CIDR range: " + text);
        }
        int shortest = range.isIPv4() ? SHORTEST_IPV4_PREFIX : SHORTEST_IPV6_PREFIX;
        if (range.isPrefixed() && range.getNetworkPrefixLength() < shortest) {
            throw new IllegalArgumentException(
                    "plugstream.shield.trusted-proxies: wider than /" + shortest + ", so strangers are in it: " + text);
        }
        return range.isPrefixed() ? range.toPrefixBlock() : range;
    }
}
