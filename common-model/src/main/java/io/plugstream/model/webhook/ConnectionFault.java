package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why no connection to a receiver came about. */
public enum ConnectionFault {
    /** The host's name has no address. */
    NAME_NOT_FOUND,
    /** Nobody listens at the port. */
    REFUSED,
    /** TLS could not be agreed upon, such as for the sake of a certificate. */
    TLS;

    /** The name in topics, such as {@code name_not_found}. */
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
