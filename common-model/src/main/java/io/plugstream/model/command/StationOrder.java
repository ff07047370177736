package io.plugstream.model.command;

import org.jspecify.annotations.Nullable;

/**
 * What a command for an OCPP 2 station has in addition.
 *
 * @param number of the command, unique for its charger; the {@code requestId} or {@code remoteStartId} if OCPP has one
 * @param transactionId the station's own id of the transaction whose number (ours) is in the payload
 * @param ownWords whether payload and answer are those of OCPP 2; otherwise both are those of OCPP 1.6
 */
public record StationOrder(int number, @Nullable String transactionId, boolean ownWords) {}
