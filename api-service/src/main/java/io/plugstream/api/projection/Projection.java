package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import java.util.List;
import reactor.core.publisher.Mono;

/** Writes events into tables. Events may come again, in any order: what is older than what is known changes nothing. */
@FunctionalInterface
interface Projection {

    /** Takes part in a transaction; fails as a whole. */
    Mono<Void> apply(List<EventRecord> events);
}
