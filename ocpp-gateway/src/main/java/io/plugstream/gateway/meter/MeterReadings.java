package io.plugstream.gateway.meter;

import org.jspecify.annotations.Nullable;

/**
 * Readings of a connector's meter.
 *
 * @param connectorId 0 is the main meter
 * @param transactionId null outside a transaction
 */
public record MeterReadings(int connectorId, @Nullable Integer transactionId, NormalisedValues values) {}
