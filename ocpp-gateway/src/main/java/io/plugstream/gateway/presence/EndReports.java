package io.plugstream.gateway.presence;

import io.plugstream.gateway.publish.ChargerEvents;
import io.plugstream.gateway.publish.EventSearch;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Publishes ends of connections that the log has given to this process, each once. */
@Component
final class EndReports {

    private final ConnectionLog log;
    private final ChargerEvents events;
    private final EventSearch search;
    private final Clock clock;

    EndReports(ConnectionLog log, ChargerEvents events, EventSearch search, Clock clock) {
        this.log = log;
        this.events = events;
        this.search = search;
        this.clock = clock;
    }

    /**
     * Publishes {@code event} and notes that it is.
     *
     * @param attempted since when somebody may have published it before
     */
    void publish(ChargerId charger, HeldConnection closing, EventRecord event, Instant attempted)
            throws NotAcknowledgedException {
        if (closing.attempt() == 1 || !isPublished(charger, event, attempted)) {
            events.publish(charger, List.of(event));
        }
        settle(charger, closing);
    }

    /** Notes that there is nothing more to do about the connection. */
    void settle(ChargerId charger, HeldConnection closing) {
        log.note(charger, closing.settled(clock.instant().truncatedTo(ChronoUnit.MILLIS)));
    }

    private boolean isPublished(ChargerId charger, EventRecord event, Instant since) throws NotAcknowledgedException {
        return !search.find(Topics.CHARGER_EVENTS, charger, Set.of(event.eventId()), since)
                .isEmpty();
    }
}
