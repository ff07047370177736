package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.NormalisedValues;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The end of a transaction, as the charger reported it.
 *
 * @param meterStart in Wh, if the stop contains it; else null, and the start's value counts
 * @param meterStop in Wh
 * @param timestamp null if the charger sent no readable one
 * @param transactionData samples from the transaction that arrive with the stop
 */
public record TransactionStop(
        int transactionId,
        @Nullable String idTag,
        @Nullable Long meterStart,
        long meterStop,
        @Nullable Instant timestamp,
        String reason,
        NormalisedValues transactionData) {}
