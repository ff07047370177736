package io.plugstream.api.live;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An open stream.
 *
 * @param overflowed completes when the stream is cut off because its client reads too slowly
 * @param ended must run when the stream's TCP connection has closed, even if the messages were never subscribed to
 */
record EventStream(Flux<StreamMessage> messages, Mono<Void> overflowed, Runnable ended) {}
