package io.plugstream.api.projection;

import java.util.List;
import reactor.core.publisher.Mono;

/** Writes records into tables. Repeated records, and events older than the stored state, change nothing. */
@FunctionalInterface
interface BatchProjection<T> {

    /** Joins the caller's transaction; fails as a whole. */
    Mono<Void> apply(List<T> records);
}
