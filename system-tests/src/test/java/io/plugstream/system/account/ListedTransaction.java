package io.plugstream.system.account;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction as the API tells it.
 *
 * @param readings in Wh; null where the API was not asked for them
 */
public record ListedTransaction(
        String organisationId,
        int transactionId,
        String chargeBoxId,
        String status,
        @Nullable Long meterStart,
        @Nullable Long meterStop,
        @Nullable List<Long> readings) {}
