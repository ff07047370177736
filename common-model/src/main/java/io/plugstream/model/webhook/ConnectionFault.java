package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a connection to a receiver failed. */
public enum ConnectionFault {
    /** The host name has no address. */
    NAME_NOT_FOUND,
    /** Nothing listens on the port. */
    REFUSED,
    /** The TLS handshake failed, for example because of the certificate. */
    TLS;

    /** The name in topics, such as {@code name_not_found}. */
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
