package io.plugstream.api.live;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An open stream.
 *
 * @param live completes when the stream has caught up and itself limits how slowly its client may read; never if it has
 *     no such limit. Until then its client must read as that of any other response
 * @param overflowed completes when the stream is cut off because its client reads too slowly
 * @param ended must run when the stream's TCP connection has closed, even if the messages were never subscribed to
 */
record EventStream(Flux<StreamMessage> messages, Mono<Void> live, Mono<Void> overflowed, Runnable ended) {}
