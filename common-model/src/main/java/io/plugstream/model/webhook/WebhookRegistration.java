package io.plugstream.model.webhook;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import java.util.List;
import java.util.Set;

/**
 * A webhook that receives events.
 *
 * @param secrets the current signing secret, then the one being rotated out, if any; empty if deliveries are unsigned
 */
public record WebhookRegistration(
        String id, Mode mode, String url, Set<EventType> events, boolean active, List<SigningSecret> secrets) {

    public WebhookRegistration {
        events = Set.copyOf(events);
        secrets = List.copyOf(secrets);
    }
}
