package io.plugstream.base.address;

import java.util.List;
import java.util.Set;

/** Names that mean no public host, whatever a resolver says of them. Names are in lower case, without a trailing dot. */
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

    /** Metadata services of clouds, as far as their names do not end like private ones. */
    private static final Set<String> METADATA = Set.of(
            "metadata", "metadata.goog", "instance-data", "metadata.tencentyun.com", "metadata.platformequinix.com");

    /** Of private networks: ICANN's reservation, RFC 6762, RFC 8375, and the habit of resolvers. */
    private static final List<String> PRIVATE = List.of(".internal", ".local", ".home.arpa", ".localdomain");

    private SpecialNames() {}

    /** Whether {@code name} means the machine itself (RFC 6761, 6.3). */
    static boolean isLocal(String name) {
        return LOCAL.contains(name) || name.endsWith(".localhost");
    }

    /** Whether {@code name} means something else that is not public. */
    static boolean isPrivate(String name) {
        return METADATA.contains(name) || PRIVATE.stream().anyMatch(name::endsWith);
    }
}
