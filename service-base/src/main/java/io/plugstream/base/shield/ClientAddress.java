package io.plugstream.base.shield;

import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.HostName;
import inet.ipaddr.HostNameParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import io.plugstream.base.StartRefusedException;
import io.plugstream.base.address.AddressRange;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The client address of a request: the peer's, or the last address in {@code X-Forwarded-For} that is not a trusted
 * proxy, if the peer is one. IPv6 addresses are reduced to their /64, the range of one client.
 */
public final class ClientAddress {

    /** The header to which each proxy appends its peer's address. */
    public static final String HEADER = "X-Forwarded-For";

    private static final String TRUSTED_PROXIES = "plugstream.shield.trusted-proxies";
    private static final String UNKNOWN = "unknown";
    private static final int IPV6_CLIENT_BITS = 64;
    /** A wider range could include untrusted hosts, such as other tenants' pods. */
    private static final int SHORTEST_IPV4_PREFIX = 16;

    private static final int SHORTEST_IPV6_PREFIX = 48;

    /** Accepts addresses as proxies write them, some with a port, and no ambiguous spelling. */
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
     * The canonical client address of a request.
     *
     * @param peer the remote address of the socket
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

    /** Converts an IPv4-mapped IPv6 address to IPv4. */
    private static IPAddress plain(IPAddress address) {
        boolean mapped = address.isIPv6() && address.toIPv6().isIPv4Mapped();
        return mapped ? address.toIPv6().getEmbeddedIPv4Address() : address.withoutPrefixLength();
    }

    private static @Nullable IPAddress parse(String hop) {
        return new HostName(hop, HOP).asAddress();
    }

    private static IPAddress range(String text) {
        IPAddress range = AddressRange.of(text, TRUSTED_PROXIES);
        int shortest = range.isIPv4() ? SHORTEST_IPV4_PREFIX : SHORTEST_IPV6_PREFIX;
        if (range.isPrefixed() && range.getNetworkPrefixLength() < shortest) {
            throw new StartRefusedException(
                    TRUSTED_PROXIES + ": wider than /" + shortest + ", so others may be in it: " + text);
        }
        return range;
    }
}
