package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;

/**
 * The body of a webhook request: exactly {@code event}, {@code timestamp} and {@code data} (interface document, section
 * 2).
 */
@JsonPropertyOrder({"event", "timestamp", "data"})
public record EventEnvelope(EventType event, Instant timestamp, ChargerEvent data) {}
