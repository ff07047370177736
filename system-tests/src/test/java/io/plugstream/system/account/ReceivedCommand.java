package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import java.time.Instant;

/** A DataTransfer that a charger received and accepted. */
public record ReceivedCommand(ChargerId charger, String data, Instant at) {}
