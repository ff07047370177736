package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a connection to a receiver failed. */
public enum ConnectionFault {
    /** The host name does not exist. */
    NAME_NOT_FOUND,
    /** The host name has no address, or name servers failed or did not answer. */
    NAME_NOT_RESOLVED,
    /** Nothing listens on the port. */
    REFUSED,
    /** The TLS handshake failed, for example because of the certificate. */
    TLS;

    /** Null for a name of a newer release, so that the rest of its record can be read. */
    @JsonCreator
    static @Nullable ConnectionFault of(String wireName) {
        return Arrays.stream(values())
                .filter(fault -> fault.wireName().equals(wireName))
                .findAny()
                .orElse(null);
    }

    /** The name in topics, such as {@code name_not_found}. */
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
