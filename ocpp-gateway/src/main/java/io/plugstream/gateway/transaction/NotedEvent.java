package io.plugstream.gateway.transaction;

import io.plugstream.model.transaction.Publisher;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An event of a transaction, and the run that publishes it. */
record NotedEvent(UUID eventId, @Nullable Publisher publisher) {}
