package io.plugstream.api.live;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An open stream.
 *
 * @param overflowed completes when it is cut off, because it was read too slowly
 */
record EventStream(Flux<Message> messages, Mono<Void> overflowed) {}
