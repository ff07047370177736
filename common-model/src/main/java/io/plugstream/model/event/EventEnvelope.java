package io.plugstream.model.event;

import java.time.Instant;

/**
 * The body of a webhook request: exactly {@code event}, {@code timestamp} and {@code data} (interface document, section
 * 2).
 */
public record EventEnvelope(EventType event, Instant timestamp, ChargerEvent data) {}
