package io.plugstream.api.live;

import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import java.time.Instant;
import java.util.UUID;

/**
 * An event in a stream: the content of a webhook's delivery, and the event's id.
 *
 * @param eventId the {@code webhook-id} of all deliveries of this event
 */
record StreamedEvent(UUID eventId, EventType event, Instant timestamp, ChargerEvent data) {

    static StreamedEvent of(EventRecord event) {
        return new StreamedEvent(event.eventId(), event.data().type(), event.timestamp(), event.data());
    }
}
