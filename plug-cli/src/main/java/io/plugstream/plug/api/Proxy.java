package io.plugstream.plug.api;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP proxy between this machine and the API. {@code HTTPS_PROXY} or {@code HTTP_PROXY} names it, in either case,
 * and {@code NO_PROXY} the hosts, addresses and domains that are reached directly, but no ranges of addresses. This
 * machine itself always is.
 */
public record Proxy(String host, int port) {

    private static final Pattern FORM = Pattern.compile("(?:http://)?([^/:@\\s]+|\\[[0-9a-fA-F:]+]):(\\d{1,5})/?");
    private static final int LAST_PORT = 65_535;

    /** The proxy for an address; null if it is reached directly. */
    public static @Nullable Proxy of(URI address, Map<String, String> environment) throws Failure {
        var name = address.getScheme().toUpperCase(Locale.ROOT) + "_PROXY";
        var text = value(environment, name);
        if (text.isEmpty() || isThisMachine(address) || isExempt(host(address), value(environment, "NO_PROXY"))) {
            return null;
        }
        var parts = FORM.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > LAST_PORT) {
            throw new Failure(
                    Failure.Kind.USAGE,
                    name + " must be of the form http://host:port: plug knows no other proxies, and no passwords.");
        }
        return new Proxy(parts.group(1), Integer.parseInt(parts.group(2)));
    }

    /** Environment variables of proxies may have lower case, which wins. */
    private static String value(Map<String, String> environment, String name) {
        var upper = environment.getOrDefault(name, "");
        return environment.getOrDefault(name.toLowerCase(Locale.ROOT), upper).strip();
    }

    private static String host(URI address) {
        return address.getHost().toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
    }

    /** Whether requests to the address do not leave this machine. */
    public static boolean isThisMachine(URI address) {
        var host = host(address);
        if (host.equals("localhost") || host.endsWith(".localhost")) {
            return true;
        }
        try {
            return InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isExempt(String host, String exempt) {
        return Arrays.stream(exempt.toLowerCase(Locale.ROOT).split("[,\\s]+"))
                .map(entry -> entry.replaceFirst("^\\*?\\.", "").replaceAll("[\\[\\]]", ""))
                .anyMatch(entry ->
                        entry.equals("*") || entry.equals(host) || (!entry.isEmpty() && host.endsWith('.' + entry)));
    }

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return host + ':' + port;
    }
}
