package io.plugstream.webhook.address;

import java.net.UnknownHostException;

/** A name resolved to an address to which connections are not allowed. */
public final class AddressNotAllowedException extends UnknownHostException {

    AddressNotAllowedException(String host) {
        super(host + " resolves to an address that is not allowed");
    }
}
