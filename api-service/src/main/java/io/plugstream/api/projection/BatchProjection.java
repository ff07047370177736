package io.plugstream.api.projection;

import java.util.List;
import reactor.core.publisher.Mono;

/** Writes records of a topic into tables. Idempotent: repeated records change nothing. */
@FunctionalInterface
interface BatchProjection<T> {

    /** Joins the caller's transaction; fails as a whole. */
    Mono<Void> apply(List<T> records);
}
