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
 * A stream at the head of the topics. The head fills its bounded buffer, and cuts it off when that is full; only the head
 * calls it, one thread at a time.
 */
final class Subscription {

    private static final int TAKEN_AT_ONCE = 16;

    private final Audience audience;
    private final EventFilter filter;
    private final Sinks.Many<StreamMessage> buffer;
    private final Sinks.Empty<Void> overflow = Sinks.empty();
    private volatile boolean cutOff;
    private Position from;
    private volatile @Nullable String lastId;

    /** @param from nothing before it is passed on */
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

    /** Sets where it begins: where the head is, or further if it has seen more than the head. */
    void join(Position head) {
        from = from.max(head);
        lastId = EventIds.write(from, audience);
    }

    boolean wants(EventRecord event, int slot, long offset) {
        return offset >= from.next(slot) && audience.hears(event) && filter.passes(event);
    }

    boolean wants(RefusedHandshake refusal) {
        return audience.hears(refusal) && filter.passes(refusal);
    }

    boolean wants(Extra extra) {
        return filter.extras().contains(extra);
    }

    /** Whether it has seen something that the head has not, so that the head's position is not its own. */
    boolean isAheadOf(Position head) {
        return head.isBehind(from);
    }

    Position own(Position head) {
        return from.max(head);
    }

    /** Passes a message on; false if nobody reads any more, or the buffer was full and the stream is cut off. */
    boolean offer(StreamMessage message) {
        Sinks.EmitResult result = buffer.tryEmitNext(message);
        if (result.isSuccess()) {
            lastId = message.id();
            return true;
        }
        // Before anybody reads, a full buffer is told as the lack of a reader.
        if (result != Sinks.EmitResult.FAIL_CANCELLED && result != Sinks.EmitResult.FAIL_TERMINATED) {
            cutOff();
        }
        return false;
    }

    /** Passes a message on that the stream can do without: where there is no room it is left out. */
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

    /** Completes when the stream is cut off. */
    Mono<Void> overflowed() {
        return overflow.asMono();
    }

    /** What was offered, and a last word if it was too much. */
    Flux<StreamMessage> messages() {
        return buffer.asFlux()
                .publishOn(Schedulers.parallel(), TAKEN_AT_ONCE)
                .concatWith(Mono.defer(() -> cutOff
                        ? Mono.just(StreamMessage.notice(
                                lastId,
                                "overflow",
                                "Events came faster than they were read. Go on with the id of this message."))
                        : Mono.empty()));
    }
}
