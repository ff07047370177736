package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * An event that is looked for.
 *
 * @param since from when on it may be there
 * @param certain whether the answer no must be true of all that was sent before the search
 */
record Sought(
        Topic<ChargerId, EventRecord> topic,
        ChargerId charger,
        UUID eventId,
        Instant since,
        boolean certain,
        CompletableFuture<Boolean> found) {

    /** Which searches are the same. */
    record Key(UUID eventId, boolean certain) {}

    Sought(Topic<ChargerId, EventRecord> topic, ChargerId charger, UUID eventId, Instant since, boolean certain) {
        this(topic, charger, eventId, since, certain, new CompletableFuture<>());
    }

    Key key() {
        return new Key(eventId, certain);
    }
}
