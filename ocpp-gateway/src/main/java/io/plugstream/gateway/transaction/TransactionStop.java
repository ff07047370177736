package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.NormalisedValues;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A charger says that a transaction ended.
 *
 * @param meterStart in Wh, where the stop tells it; else null, and that of the start counts
 * @param meterStop in Wh
 * @param transactionData what it sampled during the transaction and tells only now
 */
public record TransactionStop(
        int transactionId,
        @Nullable String idTag,
        @Nullable Long meterStart,
        long meterStop,
        Instant timestamp,
        String reason,
        NormalisedValues transactionData) {}
