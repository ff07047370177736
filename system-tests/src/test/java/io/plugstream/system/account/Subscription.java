package io.plugstream.system.account;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import java.util.Set;

/** A webhook that was in effect for the whole load. */
public record Subscription(String webhookId, String organisationId, Set<EventType> events) {

    public Subscription {
        events = Set.copyOf(events);
    }

    public boolean wants(EventRecord event) {
        return !event.recordOnly()
                && event.organisationId().equals(organisationId)
                && events.contains(event.data().type());
    }
}
