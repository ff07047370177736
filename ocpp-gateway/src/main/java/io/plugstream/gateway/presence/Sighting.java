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
 * @param settled done when the event that {@code former} was about is published or never will be: whether {@code former} was
 *     then open or closed
 */
record Sighting(@Nullable HeldConnection former, boolean counts, CompletableFuture<Step> settled) {}
