package io.plugstream.api.command;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** The time that a client may be ahead of the read model after an event (ADR 86). */
final class ReadModelLag {

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int PAUSES = 5;

    private ReadModelLag() {}

    /** Repeats {@code read} for half a second while it finds nothing. */
    static <T> Mono<T> awaited(Mono<T> read) {
        return read.repeatWhenEmpty(pauses -> pauses.take(PAUSES).delayElements(PAUSE));
    }
}
