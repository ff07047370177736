package io.plugstream.api.projection;

import java.util.List;
import reactor.core.publisher.Mono;

/** Writes records into tables. Repeated records, and records older than the stored state, change nothing. */
@FunctionalInterface
public interface BatchProjection<T> {

    /** Fails as a whole, or if it is repeated, does what is left. */
    Mono<Void> apply(List<T> records);
}
