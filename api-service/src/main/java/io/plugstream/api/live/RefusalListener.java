package io.plugstream.api.live;

import io.plugstream.api.database.Notifications;
import io.plugstream.api.projection.RefusalRetention;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/** Tells streams of refused handshakes as soon as any replica has stored them (ADR 78). */
@Component
final class RefusalListener {

    private static final Logger log = LoggerFactory.getLogger(RefusalListener.class);

    private final Subscriptions subscriptions;

    RefusalListener(Notifications notifications, Subscriptions subscriptions) {
        this.subscriptions = subscriptions;
        notifications.listen(RefusalRetention.CHANNEL, this::dispatch, subscriptions::missedRefusals);
    }

    private void dispatch(String stored) {
        try {
            subscriptions.dispatch(Json.mapper().readValue(stored, RefusedHandshake.class));
        } catch (JacksonException e) {
            // A newer release may know more reasons than this one.
            log.warn("Ignored an unreadable notification of a refused handshake: {}", e.getOriginalMessage());
        }
    }
}
