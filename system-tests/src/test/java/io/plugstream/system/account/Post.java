package io.plugstream.system.account;

import java.time.Instant;
import java.util.UUID;

/** A request that a receiver got; {@code body} is the {@link String#hashCode} of its body. */
public record Post(String webhookId, UUID eventId, Instant at, int body) {}
