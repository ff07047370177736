package io.plugstream.gateway.transaction;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The start of a transaction, as the charger reported it.
 *
 * @param meterStart in Wh
 * @param timestamp null if the charger sent no readable one
 */
public record TransactionStart(
        int connectorId,
        String idTag,
        long meterStart,
        @Nullable Instant timestamp) {}
