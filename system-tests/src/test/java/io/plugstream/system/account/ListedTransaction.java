package io.plugstream.system.account;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction as the API lists it.
 *
 * @param readings in Wh; null if they were not requested
 */
public record ListedTransaction(
        String organisationId,
        int transactionId,
        String chargeBoxId,
        String status,
        @Nullable Long meterStart,
        @Nullable Long meterStop,
        @Nullable List<Long> readings) {}
