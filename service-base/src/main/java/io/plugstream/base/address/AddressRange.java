package io.plugstream.base.address;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import io.plugstream.base.StartRefusedException;

/** An address or CIDR range in a setting. */
public final class AddressRange {

    private AddressRange() {}

    /** The range that {@code text}, a value of {@code setting}, spells; refuses the start if it is none. */
    public static IPAddress of(String text, String setting) {
        IPAddress range = new IPAddressString(text).getAddress();
        if (range == null || (range.isMultiple() && !range.isPrefixed())) {
            throw new StartRefusedException(setting + ": not an address or CIDR range: " + text);
        }
        return range.isPrefixed() ? range.toPrefixBlock() : range;
    }
}
