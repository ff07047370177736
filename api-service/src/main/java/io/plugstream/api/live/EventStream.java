package io.plugstream.api.live;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An open stream.
 *
 * @param overflowed completes when it is cut off, because it was read too slowly
 * @param ended to be called when its connection has ended, also if nobody ever read it
 */
record EventStream(Flux<StreamMessage> messages, Mono<Void> overflowed, Runnable ended) {}
