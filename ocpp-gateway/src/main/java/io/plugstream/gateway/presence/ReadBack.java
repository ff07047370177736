package io.plugstream.gateway.presence;

import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A record of this gateway as it was read back from the log.
 *
 * @param former the newest record before it
 * @param counts whether it became the newest
 * @param settled done when the event of {@code former} is published or never will be; its value tells whether
 *     {@code former} was then open or closed
 */
record ReadBack(@Nullable HeldConnection former, boolean counts, CompletableFuture<Step> settled) {}
