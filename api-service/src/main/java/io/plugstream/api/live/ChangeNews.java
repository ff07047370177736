package io.plugstream.api.live;

import io.plugstream.api.database.Notifications;
import io.plugstream.model.json.Json;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/** Tells streams which lists changed, as the triggers of their tables notify it (ADR 90). */
@Component
final class ChangeNews {

    /** Where triggers notify each change as JSON, a {@link Change}. */
    static final String CHANNEL = "list_changes";

    private static final Logger log = LoggerFactory.getLogger(ChangeNews.class);

    /** The list of which operators hear, too. */
    private static final String ORGANISATION = "organisation";

    private final Audiences audiences;
    private final OperatorStreams operators;

    private record Change(String list, List<String> organisationIds) {}

    ChangeNews(Notifications notifications, Audiences audiences, OperatorStreams operators) {
        this.audiences = audiences;
        this.operators = operators;
        notifications.listen(CHANNEL, this::tell, this::missed);
    }

    private void missed() {
        audiences.missedChanges();
        operators.tellChange();
    }

    private void tell(String notified) {
        try {
            Change change = Json.mapper().readValue(notified, Change.class);
            change.organisationIds().forEach(organisation -> audiences.tellChange(organisation, change.list()));
            if (change.list().equals(ORGANISATION)) {
                operators.tellChange();
            }
        } catch (JacksonException e) {
            log.warn("A change of a list cannot be read, so streams are not told of it: {}", e.getOriginalMessage());
        }
    }
}
