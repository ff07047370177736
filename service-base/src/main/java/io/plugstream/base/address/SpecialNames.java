package io.plugstream.base.address;

import java.util.List;
import java.util.Set;

/**
 * Names that never mean a public host, whatever they resolve to. All names are in lower case, without a trailing dot.
 */
final class SpecialNames {

    private static final Set<String> LOCAL = Set.of(
            "localhost",
            "localhost.localdomain",
            "localhost4",
            "localhost4.localdomain4",
            "localhost6",
            "localhost6.localdomain6",
            "ip6-localhost",
            "ip6-loopback");

    /** Cloud metadata services whose names have no {@link #PRIVATE} ending. */
    private static final Set<String> METADATA = Set.of(
            "metadata", "metadata.goog", "instance-data", "metadata.tencentyun.com", "metadata.platformequinix.com");

    /** Endings of private networks' names: reserved by ICANN, RFC 6762 and RFC 8375, or usual in resolvers. */
    private static final List<String> PRIVATE = List.of(".internal", ".local", ".home.arpa", ".localdomain");

    private SpecialNames() {}

    /** Whether {@code name} means the machine itself (RFC 6761, 6.3). */
    static boolean isLocal(String name) {
        return LOCAL.contains(name) || name.endsWith(".localhost");
    }

    /** Whether {@code name} means another host that is not public. */
    static boolean isPrivate(String name) {
        return METADATA.contains(name) || PRIVATE.stream().anyMatch(name::endsWith);
    }
}
