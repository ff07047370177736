package io.plugstream.api.live;

import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventRecord;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.concurrent.Queues;

/**
 * A stream at the head of the topics. The head fills the stream's bounded buffer and cuts the stream off when it is
 * full. {@link Subscriptions} lets one thread at a time call it.
 */
final class Subscription {

    private static final int TAKEN_AT_ONCE = 16;

    private final Audience audience;
    private final EventFilter filter;
    private final Sinks.Many<StreamMessage> buffer;
    private final Sinks.Empty<Void> live = Sinks.empty();
    private final Sinks.Empty<Void> overflow = Sinks.empty();
    private volatile boolean cutOff;
    private Position from;
    private volatile @Nullable String lastId;

    /** @param from the stream's first position */
    Subscription(Audience audience, EventFilter filter, Position from, int size) {
        this.audience = audience;
        this.filter = filter;
        this.from = from;
        this.buffer = Sinks.many()
                .unicast()
                .onBackpressureBuffer(Queues.<StreamMessage>get(size).get());
    }

    Audience audience() {
        return audience;
    }

    EventFilter filter() {
        return filter;
    }

    /** Begins at the head, or further if the stream has already passed the head. */
    void join(Position head) {
        from = from.max(head);
        lastId = EventIds.write(from, audience);
    }

    boolean wants(EventRecord event, int slot, long offset) {
        return offset >= from.next(slot) && audience.includes(event) && filter.passes(event);
    }

    boolean wants(RefusedHandshake refusal) {
        return audience.includes(refusal) && filter.passes(refusal);
    }

    boolean wants(Extra extra) {
        return filter.extras().contains(extra);
    }

    /** Whether the stream has passed the head, so that its position differs from the head's. */
    boolean isAheadOf(Position head) {
        return head.isBehind(from);
    }

    Position own(Position head) {
        return from.max(head);
    }

    /** Passes a message on; false if the stream has ended, or was cut off because its buffer is full. */
    boolean offer(StreamMessage message) {
        Sinks.EmitResult result = buffer.tryEmitNext(message);
        if (result.isSuccess()) {
            lastId = message.id();
            return true;
        }
        // Before the first subscriber, the sink reports a full buffer as FAIL_ZERO_SUBSCRIBER.
        if (result != Sinks.EmitResult.FAIL_CANCELLED && result != Sinks.EmitResult.FAIL_TERMINATED) {
            cutOff();
        }
        return false;
    }

    /** Passes an optional message on; drops it if the buffer is full. */
    void offerIfRoom(StreamMessage message) {
        var _ = buffer.tryEmitNext(message);
    }

    private void cutOff() {
        cutOff = true;
        buffer.tryEmitComplete();
        overflow.tryEmitEmpty();
    }

    boolean isCutOff() {
        return cutOff;
    }

    void end() {
        buffer.tryEmitComplete();
    }

    /** Completes when the stream has caught up, so that its messages are taken from the buffer. */
    Mono<Void> live() {
        return live.asMono();
    }

    /** Completes when the stream is cut off. */
    Mono<Void> overflowed() {
        return overflow.asMono();
    }

    /** The offered messages, and an overflow notice at the end if the stream was cut off. */
    Flux<StreamMessage> messages() {
        return buffer.asFlux()
                .doOnSubscribe(_ -> live.tryEmitEmpty())
                .publishOn(Schedulers.parallel(), TAKEN_AT_ONCE)
                .concatWith(Mono.defer(() -> cutOff
                        ? Mono.just(StreamMessage.notice(
                                lastId,
                                "overflow",
                                "Events came faster than the client read them. Resume with the id of this message."))
                        : Mono.empty()));
    }
}
