package io.plugstream.api.command;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

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

    /**
     * Reads {@code target} again for half a second while the charger is not connected: a client may know of a connection
     * before the read model does.
     */
    static Mono<Target> connected(Mono<Target> target) {
        return ReadModelLag.awaited(target.filter(known -> known.connectionId() != null))
                .switchIfEmpty(target);
    }

    /** Whether it speaks OCPP 1.6, which has the fewest actions. */
    boolean speaksOcpp16() {
        return OCPP_1_6.equals(protocol);
    }

    /** Whether it speaks a later version than OCPP 1.6. */
    boolean isStation() {
        return protocol != null && !speaksOcpp16();
    }
}
