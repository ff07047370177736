package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * An event that is searched for.
 *
 * @param id of the event, or of the connection whose beginning is searched for
 * @param since the earliest time at which it may be there
 * @param certain whether a negative result must cover all records that were sent before the search
 */
record SearchedEvent(
        Topic<ChargerId, EventRecord> topic,
        ChargerId charger,
        UUID id,
        Instant since,
        boolean certain,
        CompletableFuture<Boolean> found) {

    /** Identifies equal searches. */
    record Key(UUID id, boolean certain) {}

    SearchedEvent(Topic<ChargerId, EventRecord> topic, ChargerId charger, UUID id, Instant since, boolean certain) {
        this(topic, charger, id, since, certain, new CompletableFuture<>());
    }

    Key key() {
        return new Key(id, certain);
    }
}
