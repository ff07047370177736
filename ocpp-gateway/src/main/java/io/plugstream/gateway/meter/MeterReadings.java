package io.plugstream.gateway.meter;

import org.jspecify.annotations.Nullable;

/**
 * What a charger says that a connector's meter read.
 *
 * @param connectorId 0 is the main meter
 * @param transactionId null outside a transaction
 */
public record MeterReadings(int connectorId, @Nullable Integer transactionId, NormalisedValues values) {}
