package io.plugstream.gateway.presence;

import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A record of this gateway where the log has put it.
 *
 * @param former what was the newest before it
 * @param counts whether it is the newest
 * @param settled done when the event that {@code former} was about is published or never will be: {@code former} as it was
 *     then, open or closed; of no meaning where there is none
 */
record Sighting(@Nullable HeldConnection former, boolean counts, CompletableFuture<HeldConnection> settled) {

    /** How far {@code former} came, as far as known; null if there was none. */
    @Nullable
    Step reached() {
        HeldConnection present = former;
        if (present == null) {
            return null;
        }
        return (settled.isDone() ? settled.join() : present).step();
    }
}
