package io.plugstream.model.charger;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The configuration key of OCPP 1.6 that sets a charger's password. Its value is the password's 16 to 20 bytes as
 * hexadecimal digits ("Improved security for OCPP 1.6-J", A01). Some chargers take the digits themselves as the
 * password.
 */
public final class AuthorizationKey {

    private static final Pattern HEXADECIMAL = Pattern.compile("(?:[0-9A-Fa-f]{2}){16,20}");

    private AuthorizationKey() {}

    /** The bytes that {@code value} represents; empty if it is something else than 32 to 40 hexadecimal digits. */
    public static Optional<byte[]> decode(String value) {
        return Optional.of(value).filter(HEXADECIMAL.asMatchPredicate()).map(HexFormat.of()::parseHex);
    }
}
