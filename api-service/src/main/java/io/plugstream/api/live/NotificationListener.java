package io.plugstream.api.live;

import io.plugstream.api.database.Notifications;
import io.plugstream.api.projection.RefusalRetention;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.json.Json;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/**
 * Tells streams of refused handshakes as soon as any replica has stored them (ADR 78), and which lists changed, as
 * notified by the tables' triggers and the read model (ADR 90).
 */
@Component
final class NotificationListener {

    /** The channel on which triggers notify each change as JSON, a {@link Change}. */
    private static final String CHANGES = "list_changes";

    private static final Logger log = LoggerFactory.getLogger(NotificationListener.class);

    /** The list whose changes operators receive, too. */
    private static final String ORGANISATION = "organisation";

    private final Subscriptions subscriptions;
    private final OperatorStreams operators;

    private record Change(String list, List<String> organisationIds) {}

    NotificationListener(Notifications notifications, Subscriptions subscriptions, OperatorStreams operators) {
        this.subscriptions = subscriptions;
        this.operators = operators;
        notifications.listen(CHANGES, reading(Change.class, "changed list", this::dispatch), this::missedChanges);
        notifications.listen(
                RefusalRetention.CHANNEL,
                reading(RefusedHandshake.class, "refused handshake", subscriptions::dispatch),
                subscriptions::missedRefusals);
    }

    private static <T> Consumer<String> reading(Class<T> type, String name, Consumer<T> dispatch) {
        return notified -> {
            try {
                dispatch.accept(Json.mapper().readValue(notified, type));
            } catch (JacksonException e) {
                // A newer release may know more values than this one.
                log.warn("Ignored an unreadable notification of a {}: {}", name, e.getOriginalMessage());
            }
        };
    }

    private void dispatch(Change change) {
        change.organisationIds().forEach(organisation -> subscriptions.dispatchChange(organisation, change.list()));
        if (change.list().equals(ORGANISATION)) {
            operators.dispatchChange();
        }
    }

    private void missedChanges() {
        subscriptions.missedChanges();
        operators.dispatchChange();
    }
}
