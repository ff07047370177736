package io.plugstream.system.account;

import java.time.Instant;
import java.util.UUID;

/** A request that a receiver got; {@code body} stands for its bytes, as {@link String#hashCode} has it. */
public record Post(String webhookId, UUID eventId, Instant at, int body) {}
