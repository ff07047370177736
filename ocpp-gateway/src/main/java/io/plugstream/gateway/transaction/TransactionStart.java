package io.plugstream.gateway.transaction;

import java.time.Instant;

/**
 * The start of a transaction, as the charger reported it.
 *
 * @param meterStart in Wh
 */
public record TransactionStart(int connectorId, String idTag, long meterStart, Instant timestamp) {}
