package io.plugstream.api.shield;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/**
 * The address a request comes from: the peer's, or, as long as that is a trusted proxy, the one before it in
 * {@code X-Forwarded-For}. IPv6 addresses count by their /64, which is what one client has.
 */
@Component
class ClientAddress {

    private static final String FORWARDED = "X-Forwarded-For";
    private static final String UNKNOWN = "unknown";
    private static final int IPV6_CLIENT_BITS = 64;

    private final List<IPAddress> trusted;

    ClientAddress(ShieldProperties properties) {
        this.trusted =
                properties.trustedProxies().stream().map(ClientAddress::range).toList();
    }

    /** Of the peer alone. */
    String of(@Nullable InetSocketAddress peer) {
        return of(peer, List.of());
    }

    String of(ServerHttpRequest request) {
        return of(request.getRemoteAddress(), hops(request));
    }

    private String of(@Nullable InetSocketAddress peer, List<String> hops) {
        if (peer == null || peer.getAddress() == null) {
            return UNKNOWN;
        }
        IPAddress client = new IPAddressString(peer.getAddress().getHostAddress()).getAddress();
        for (String hop : hops.reversed()) {
            IPAddress before = parse(hop);
            if (before == null || !isTrusted(client)) {
                break;
            }
            client = before;
        }
        return name(client);
    }

    private static List<String> hops(ServerHttpRequest request) {
        return request.getHeaders().getOrEmpty(FORWARDED).stream()
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
        IPAddress address = new IPAddressString(hop).getAddress();
        return address == null || address.isMultiple() ? null : address;
    }

    private static IPAddress range(String text) {
        IPAddress range = new IPAddressString(text).getAddress();
        if (range == null) {
            throw new IllegalArgumentException(
                    "plugstream.shield.trusted-proxies: not an address or CIDR range: " + text);
        }
        return range.isPrefixed() ? range.toPrefixBlock() : range;
    }
}
