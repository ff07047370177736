package io.plugstream.base.address;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import io.plugstream.base.StartRefusedException;

/** An address or CIDR range in a setting. */
public final class AddressRange {

    /** Refuses what programmes read differently, such as an empty text (loopback) and 198.18/16 (198.0.0.18/16). */
    private static final IPAddressStringParameters UNAMBIGUOUS = new IPAddressStringParameters.Builder()
            .allowEmpty(false)
            .allowSingleSegment(false)
            .getIPv4AddressParametersBuilder()
            .allow_inet_aton(false)
            .getParentBuilder()
            .toParams();

    private AddressRange() {}

    /** The range that {@code text}, a value of {@code setting}, spells; refuses the start if it is none. */
    public static IPAddress of(String text, String setting) {
        IPAddress range = new IPAddressString(text, UNAMBIGUOUS).getAddress();
        if (range == null || (range.isMultiple() && !range.isPrefixed())) {
            throw new StartRefusedException(setting + ": not an address or CIDR range: " + text);
        }
        return range.isPrefixed() ? range.toPrefixBlock() : range;
    }
}
