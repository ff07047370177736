package io.plugstream.system.account;

import io.plugstream.model.event.EventRecord;
import java.time.Instant;
import java.util.UUID;

/** An event in its topic. */
public record Logged(String topic, int partition, long offset, Instant appendedAt, EventRecord event) {

    UUID eventId() {
        return event.eventId();
    }

    String place() {
        return "%s-%d@%d".formatted(topic, partition, offset);
    }
}
