package io.plugstream.base.address;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IP address written as a URL's host. Some clients also read {@code 2130706433}, {@code 0x7f.1} or
 * {@code 0177.0.0.1} as 127.0.0.1 (inet_aton), so these spellings are recognised, but only the usual one is accepted.
 *
 * @param address the address that it spells
 * @param usual whether it is IPv6 in brackets or IPv4 in dotted decimal without leading zeros
 */
record HostLiteral(IPAddress address, boolean usual) {

    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0[xX][0-9a-fA-F]*)");
    private static final Pattern DOTTED_DECIMAL =
            Pattern.compile("((0|[1-9][0-9]{0,2})\\.){3}(0|[1-9][0-9]{0,2})", Pattern.DOTALL);

    private static final IPAddressStringParameters LENIENT = lenient();

    /** Whether {@code host}, which has no trailing dot, cannot be a name (WHATWG URL, "ends in a number"). */
    static boolean isNoName(String host) {
        return isBracketed(host) || ENDS_IN_NUMBER.matcher(host).matches();
    }

    /** The address that {@code host}, which has no trailing dot, spells; empty if it is a name or nothing sensible. */
    static Optional<HostLiteral> parse(String host) {
        boolean bracketed = isBracketed(host);
        if (!bracketed && host.indexOf(':') >= 0) {
            return Optional.empty();
        }
        String text = bracketed ? host.substring(1, host.length() - 1) : host;
        IPAddress address = new IPAddressString(text, LENIENT).getAddress();
        if (address == null || address.isMultiple() || bracketed != address.isIPv6()) {
            return Optional.empty();
        }
        return Optional.of(new HostLiteral(
                address, bracketed || DOTTED_DECIMAL.matcher(text).matches()));
    }

    private static boolean isBracketed(String host) {
        return host.startsWith("[") && host.endsWith("]");
    }

    private static IPAddressStringParameters lenient() {
        return new IPAddressStringParameters.Builder()
                .allowEmpty(false)
                .allowAll(false)
                .allowMask(false)
                .allowPrefix(false)
                .allowWildcardedSeparator(false)
                .setRangeOptions(inet.ipaddr.AddressStringParameters.RangeParameters.NO_RANGE)
                .getIPv4AddressParametersBuilder()
                .allow_inet_aton(true)
                .getParentBuilder()
                .getIPv6AddressParametersBuilder()
                .allowZone(false)
                .allowBase85(false)
                .getParentBuilder()
                .toParams();
    }
}
