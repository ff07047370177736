package io.plugstream.api.projection;

import java.util.List;
import reactor.core.publisher.Mono;

/** Writes records of a topic into tables. They may come again: what is known already changes nothing. */
@FunctionalInterface
interface BatchProjection<T> {

    /** Takes part in a transaction; fails as a whole. */
    Mono<Void> apply(List<T> records);
}
