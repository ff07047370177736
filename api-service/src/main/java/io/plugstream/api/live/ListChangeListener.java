package io.plugstream.api.live;

import io.plugstream.api.database.Notifications;
import io.plugstream.model.json.Json;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/** Tells streams which lists changed, as notified by the tables' triggers (ADR 90). */
@Component
final class ListChangeListener {

    /** The channel on which triggers notify each change as JSON, a {@link Change}. */
    static final String CHANNEL = "list_changes";

    private static final Logger log = LoggerFactory.getLogger(ListChangeListener.class);

    /** The list whose changes operators receive, too. */
    private static final String ORGANISATION = "organisation";

    private final Subscriptions subscriptions;
    private final OperatorStreams operators;

    private record Change(String list, List<String> organisationIds) {}

    ListChangeListener(Notifications notifications, Subscriptions subscriptions, OperatorStreams operators) {
        this.subscriptions = subscriptions;
        this.operators = operators;
        notifications.listen(CHANNEL, this::dispatch, this::missed);
    }

    private void missed() {
        subscriptions.missedChanges();
        operators.dispatchChange();
    }

    private void dispatch(String notified) {
        try {
            Change change = Json.mapper().readValue(notified, Change.class);
            change.organisationIds().forEach(organisation -> subscriptions.dispatchChange(organisation, change.list()));
            if (change.list().equals(ORGANISATION)) {
                operators.dispatchChange();
            }
        } catch (JacksonException e) {
            log.warn("Ignored an unreadable notification of a changed list: {}", e.getOriginalMessage());
        }
    }
}
