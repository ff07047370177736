package io.plugstream.api.command;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger that a command is for.
 *
 * @param connectionId its open connection, as far as known; null when there is none
 * @param protocol what it spoke last; null if it was never connected
 */
record Target(
        String chargeBoxId,
        @Nullable UUID connectionId,
        @Nullable String protocol) {

    private static final String FIRST = "ocpp1.6";

    /** Whether it speaks OCPP 1.6, which has the fewest operations. */
    boolean speaksOcpp16() {
        return FIRST.equals(protocol);
    }

    /** Whether it speaks a later version. */
    boolean isStation() {
        return protocol != null && !speaksOcpp16();
    }
}
