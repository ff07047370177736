package io.plugstream.api.access;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** Web origins (RFC 6454): a scheme, a host and optionally a port, as browsers write them. */
final class WebOrigin {

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private WebOrigin() {}

    /** Whether the address is an origin without path or query, and uses https or this machine. */
    static boolean isOrigin(URI address) {
        String path = address.getRawPath();
        return address.getHost() != null
                && address.getRawUserInfo() == null
                && address.getRawQuery() == null
                && address.getRawFragment() == null
                && (path == null || path.isEmpty() || path.equals("/"))
                && isPrivate(address);
    }

    /** Whether the connection cannot be overheard: https, or http on this machine. */
    static boolean isPrivate(URI address) {
        return "https".equalsIgnoreCase(address.getScheme())
                || ("http".equalsIgnoreCase(address.getScheme())
                        && address.getHost() != null
                        && THIS_MACHINE.contains(address.getHost()));
    }

    /** The origin in lower case, without the scheme's default port. */
    static String of(URI address) {
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        int usual = scheme.equals("https") ? HTTPS : HTTP;
        String port = address.getPort() == -1 || address.getPort() == usual ? "" : ":" + address.getPort();
        return scheme + "://" + address.getHost().toLowerCase(Locale.ROOT) + port;
    }
}
