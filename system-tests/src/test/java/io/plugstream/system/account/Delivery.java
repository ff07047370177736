package io.plugstream.system.account;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A delivery as the API lists it; {@code outcome} is null until it has ended. */
public record Delivery(
        String webhookId,
        String deliveryId,
        UUID eventId,
        @Nullable String outcome) {}
