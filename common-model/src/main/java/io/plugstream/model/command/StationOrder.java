package io.plugstream.model.command;

import org.jspecify.annotations.Nullable;

/**
 * What a command for a station of OCPP 2 has besides.
 *
 * @param number of the command, unique for its charger; the {@code requestId} or {@code remoteStartId} where OCPP has one
 * @param transactionId the station's own id of the transaction that the payload names by our number
 * @param ownWords whether the payload is one of OCPP 2, and so is the answer to be; else both are those of OCPP 1.6
 */
public record StationOrder(int number, @Nullable String transactionId, boolean ownWords) {}
