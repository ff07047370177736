package io.plugstream.base.address;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rules for webhook URLs. {@link #check} looks only at the URL's text and never queries DNS. {@link #isAllowed} checks
 * resolved addresses, at registration and again at each attempt.
 */
public final class AddressRules {

    /** Maximum length of a URL, in characters. */
    public static final int LONGEST = 2048;

    private static final int LONGEST_NAME = 253;
    private static final Pattern LONG_LABEL = Pattern.compile("[^.]{64}");
    private static final int LARGEST_PORT = 65_535;

    private final boolean allowHttp;
    private final boolean allowLoopback;
    private final List<IPAddress> blocked;

    /** @param blocked ranges that are not allowed, although they are public */
    public AddressRules(boolean allowHttp, boolean allowLoopback, List<IPAddress> blocked) {
        this.allowHttp = allowHttp;
        this.allowLoopback = allowLoopback;
        this.blocked = List.copyOf(blocked);
    }

    /** All faults of {@code url}; empty if it may be used, provided that its host resolves to allowed addresses. */
    public List<AddressFault> check(String url) {
        if (url.length() > LONGEST) {
            return List.of(AddressFault.TOO_LONG);
        }
        return AbsoluteUri.parse(url).map(this::faults).orElse(List.of(AddressFault.MALFORMED));
    }

    /** Whether a connection to {@code address} may be opened. */
    public boolean isAllowed(InetAddress address) {
        return isAllowed(new IPAddressGenerator().from(address));
    }

    private List<AddressFault> faults(URI uri) {
        List<AddressFault> faults = new ArrayList<>();
        if (!isSchemeAllowed(uri.getScheme())) {
            faults.add(allowHttp ? AddressFault.SCHEME_OTHER_THAN_HTTP : AddressFault.SCHEME);
        }
        String authority = uri.getRawAuthority();
        if (authority != null && authority.indexOf('@') >= 0) {
            faults.add(AddressFault.CREDENTIALS);
        }
        if (uri.getRawFragment() != null) {
            faults.add(AddressFault.FRAGMENT);
        }
        if (uri.getPort() == 0 || uri.getPort() > LARGEST_PORT) {
            faults.add(AddressFault.PORT);
        }
        hostFault(uri.getHost(), authority).ifPresent(faults::add);
        if (faults.isEmpty() && uri.getHost() == null) {
            // The host is valid, so URI could not parse the port after it: ":-1", ":x".
            faults.add(AddressFault.PORT);
        }
        return List.copyOf(faults);
    }

    private boolean isSchemeAllowed(String scheme) {
        return scheme.equalsIgnoreCase("https") || (allowHttp && scheme.equalsIgnoreCase("http"));
    }

    private Optional<AddressFault> hostFault(@Nullable String parsedHost, @Nullable String authority) {
        String written = parsedHost != null ? parsedHost : hostOf(authority);
        String host = withoutTrailingDot(written.toLowerCase(Locale.ROOT));
        if (host.isEmpty()) {
            return Optional.of(AddressFault.HOST_MISSING);
        }
        Optional<HostLiteral> literal = HostLiteral.parse(host);
        if (literal.isPresent()) {
            return literalFault(literal.get(), written);
        }
        boolean tooLong =
                host.length() > LONGEST_NAME || LONG_LABEL.matcher(host).find();
        if (parsedHost == null || HostLiteral.isNoName(host) || tooLong) {
            return Optional.of(AddressFault.HOST_INVALID);
        }
        return isAllowed(host) ? Optional.empty() : Optional.of(AddressFault.ADDRESS_NOT_ALLOWED);
    }

    private Optional<AddressFault> literalFault(HostLiteral literal, String written) {
        if (!isAllowed(literal.address())) {
            return Optional.of(AddressFault.ADDRESS_NOT_ALLOWED);
        }
        return literal.usual() && !written.endsWith(".") ? Optional.empty() : Optional.of(AddressFault.HOST_INVALID);
    }

    private boolean isAllowed(IPAddress address) {
        return (allowLoopback && address.isLoopback())
                || !(SpecialRanges.contain(address) || blocked.stream().anyMatch(range -> range.contains(address)));
    }

    private boolean isAllowed(String name) {
        return SpecialNames.isLocal(name) ? allowLoopback : !SpecialNames.isPrivate(name);
    }

    /** The host of an authority that {@link URI} cannot parse. */
    private static String hostOf(@Nullable String authority) {
        if (authority == null) {
            return "";
        }
        String hostAndPort = authority.substring(authority.lastIndexOf('@') + 1);
        int colon = hostAndPort.lastIndexOf(':');
        return colon < 0 || hostAndPort.endsWith("]") ? hostAndPort : hostAndPort.substring(0, colon);
    }

    private static String withoutTrailingDot(String host) {
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }
}
