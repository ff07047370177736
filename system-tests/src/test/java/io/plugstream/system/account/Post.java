package io.plugstream.system.account;

import java.time.Instant;
import java.util.UUID;

/**
 * A request that a receiver got.
 *
 * @param body the {@link String#hashCode} of its body
 * @param status the status that the receiver answered; 0 if it did not answer
 */
public record Post(String webhookId, UUID eventId, Instant at, int body, int status) {}
