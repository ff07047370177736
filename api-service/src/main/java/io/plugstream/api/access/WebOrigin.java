package io.plugstream.api.access;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** Addresses that consist of a scheme, a host and perhaps a port, as browsers write them (RFC 6454). */
final class WebOrigin {

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private WebOrigin() {}

    /** Whether the address is no more than an origin, and one that nobody on the way can listen to. */
    static boolean isOne(URI address) {
        String path = address.getRawPath();
        return address.getHost() != null
                && address.getRawUserInfo() == null
                && address.getRawQuery() == null
                && address.getRawFragment() == null
                && (path == null || path.isEmpty() || path.equals("/"))
                && isPrivate(address);
    }

    /** Whether nobody on the way can listen: https, or this machine. */
    static boolean isPrivate(URI address) {
        return "https".equalsIgnoreCase(address.getScheme())
                || ("http".equalsIgnoreCase(address.getScheme())
                        && address.getHost() != null
                        && THIS_MACHINE.contains(address.getHost()));
    }

    /** In lower case and without the scheme's usual port. */
    static String of(URI address) {
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        int usual = scheme.equals("https") ? HTTPS : HTTP;
        String port = address.getPort() == -1 || address.getPort() == usual ? "" : ":" + address.getPort();
        return scheme + "://" + address.getHost().toLowerCase(Locale.ROOT) + port;
    }
}
