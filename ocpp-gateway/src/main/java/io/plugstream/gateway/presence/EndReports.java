package io.plugstream.gateway.presence;

import io.plugstream.gateway.publish.Farewell;
import io.plugstream.gateway.publish.Publication;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Publishes ends of connections that the log has given to this process, each once. */
@Component
final class EndReports {

    private final ConnectionLog log;
    private final Publications publications;
    private final Clock clock;

    /** By connection, until the event is published. */
    private final Map<UUID, Publication> unpublished = new ConcurrentHashMap<>();

    EndReports(ConnectionLog log, Publications publications, Clock clock) {
        this.log = log;
        this.publications = publications;
        this.clock = clock;
    }

    /** The event of {@code closing}, which says all that is in it. When it is published the log will say so. */
    Publication of(ChargerId charger, HeldConnection closing) {
        return unpublished.computeIfAbsent(closing.connectionId(), _ -> {
            Instant attempted = closing.attempt() == 1 ? null : closing.at();
            return publications.of(
                    charger, List.of(Farewell.of(charger, closing)), attempted, () -> settle(charger, closing));
        });
    }

    /** Notes that there is nothing more to do about the connection. */
    void settle(ChargerId charger, HeldConnection closing) {
        log.note(charger, closing.settled(clock.instant().truncatedTo(ChronoUnit.MILLIS)));
        unpublished.remove(closing.connectionId());
    }
}
