package io.plugstream.gateway.presence;

import io.plugstream.gateway.publish.ConnectionEnd;
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
import java.util.function.BiConsumer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Publishes the ends of connections that the log assigned to this process, each once. */
@Component
final class EndReports {

    private final BiConsumer<ChargerId, HeldConnection> notes;
    private final Publications publications;
    private final Clock clock;

    /** By connection, until this process has finished it, because a caller that timed out asks again. */
    private final Map<UUID, Publication> known = new ConcurrentHashMap<>();

    @Autowired
    EndReports(ConnectionLog log, Publications publications, Clock clock) {
        this(log::note, publications, clock);
    }

    /** @param notes appends to the log of connections */
    EndReports(BiConsumer<ChargerId, HeldConnection> notes, Publications publications, Clock clock) {
        this.notes = notes;
        this.publications = publications;
        this.clock = clock;
    }

    /** The event for {@code closing}, built from that record alone. When it is published, the log is updated. */
    Publication of(ChargerId charger, HeldConnection closing) {
        return known.computeIfAbsent(closing.connectionId(), _ -> {
            Instant attempted = closing.attempt() == 1 ? null : closing.at();
            return publications.of(
                    charger, List.of(ConnectionEnd.of(charger, closing)), attempted, () -> settle(charger, closing));
        });
    }

    /** Notes that the connection needs no further work. */
    void settle(ChargerId charger, HeldConnection closing) {
        notes.accept(charger, closing.settled(clock.instant().truncatedTo(ChronoUnit.MILLIS)));
    }

    /** Forgets a connection that this process has finished. A later attempt searches for the event first. */
    void forget(UUID connectionId) {
        known.remove(connectionId);
    }
}
