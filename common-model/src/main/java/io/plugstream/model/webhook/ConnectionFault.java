package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.plugstream.model.json.WireName;
import org.jspecify.annotations.Nullable;

/** Why a connection to a receiver failed. */
public enum ConnectionFault implements WireName {
    /** The host name does not exist. */
    NAME_NOT_FOUND,
    /** The host name has no address, or name servers failed or did not answer. */
    NAME_NOT_RESOLVED,
    /** Nothing listens on the port. */
    REFUSED,
    /** The TLS handshake failed, for example because of the certificate. */
    TLS,
    /** There was no connection in time, TLS included, for example because a firewall drops packets. */
    NO_ANSWER;

    /** Null for a name of a newer release, so that the rest of its record can be read. */
    @JsonCreator
    static @Nullable ConnectionFault of(String wireName) {
        return WireName.find(ConnectionFault.class, wireName).orElse(null);
    }
}
