package io.plugstream.gateway.transaction;

import java.time.Instant;

/**
 * A charger says that a transaction began.
 *
 * @param meterStart in Wh
 */
public record TransactionStart(int connectorId, String idTag, long meterStart, Instant timestamp) {}
