package io.plugstream.api.command;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The charger that a command is for.
 *
 * @param connectionId its last known open connection; null if there is none
 * @param protocol its last protocol; null if it was never connected
 */
record Target(
        String chargeBoxId,
        @Nullable UUID connectionId,
        @Nullable String protocol) {

    private static final String OCPP_1_6 = "ocpp1.6";

    /** Whether it speaks OCPP 1.6, which has the fewest actions. */
    boolean speaksOcpp16() {
        return OCPP_1_6.equals(protocol);
    }

    /** Whether it speaks a later version than OCPP 1.6. */
    boolean isStation() {
        return protocol != null && !speaksOcpp16();
    }
}
