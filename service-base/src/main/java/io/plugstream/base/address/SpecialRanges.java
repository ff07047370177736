package io.plugstream.base.address;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.util.Arrays;
import java.util.List;

/**
 * Addresses that are not public unicast, according to the IANA special-purpose registries (RFC 6890). In IPv6 only
 * global unicast (2000::/3) is public, so mapped, compatible, translated, unique-local, link-local and multicast
 * addresses need no entry.
 */
final class SpecialRanges {

    private static final List<IPAddress> IPV4 = ranges(
            "0.0.0.0/8", // this network, unspecified
            "10.0.0.0/8", // private
            "100.64.0.0/10", // carrier-grade NAT
            "127.0.0.0/8", // loopback
            "168.63.129.16/32", // metadata of Azure, in public space
            "169.254.0.0/16", // link-local, metadata
            "172.16.0.0/12", // private
            "192.0.0.0/24", // protocol assignments
            "192.0.2.0/24", // documentation
            "192.31.196.0/24", // AS112
            "192.52.193.0/24", // multicast tunnelling
            "192.88.99.0/24", // 6to4 relays
            "192.168.0.0/16", // private
            "192.175.48.0/24", // AS112
            "198.18.0.0/15", // benchmarks
            "198.51.100.0/24", // documentation
            "203.0.113.0/24", // documentation
            "224.0.0.0/4", // multicast
            "240.0.0.0/4"); // reserved, broadcast

    private static final IPAddress GLOBAL_UNICAST = range("2000::/3");

    private static final List<IPAddress> IPV6 = ranges(
            "2001::/23", // protocol assignments, Teredo, ORCHID, benchmarks
            "2001:db8::/32", // documentation
            "2002::/16", // 6to4
            "2620:4f:8000::/48", // AS112
            "3fff::/20"); // documentation

    private SpecialRanges() {}

    static boolean contain(IPAddress address) {
        return address.isIPv4() ? isIn(IPV4, address) : !GLOBAL_UNICAST.contains(address) || isIn(IPV6, address);
    }

    private static boolean isIn(List<IPAddress> ranges, IPAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    private static List<IPAddress> ranges(String... texts) {
        return Arrays.stream(texts).map(SpecialRanges::range).toList();
    }

    private static IPAddress range(String text) {
        return new IPAddressString(text).getAddress().toPrefixBlock();
    }
}
