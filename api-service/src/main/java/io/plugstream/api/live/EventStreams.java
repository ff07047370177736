package io.plugstream.api.live;

import io.plugstream.api.http.Fault;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.live.StreamLimits.Place;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Opens streams at the head of the events, at a time, or where an earlier stream ended. */
@Component
class EventStreams {

    private static final Logger log = LoggerFactory.getLogger(EventStreams.class);

    private final Subscriptions subscriptions;
    private final GapReader gaps;
    private final TopicOffsets offsets;
    private final StreamLimits limits;
    private final LiveProperties properties;
    private final ClosingStreams closing;

    EventStreams(
            Subscriptions subscriptions,
            GapReader gaps,
            TopicOffsets offsets,
            StreamLimits limits,
            LiveProperties properties,
            ClosingStreams closing) {
        this.subscriptions = subscriptions;
        this.gaps = gaps;
        this.offsets = offsets;
        this.limits = limits;
        this.properties = properties;
        this.closing = closing;
    }

    /** Fails with a problem if the stream cannot be opened, or not at that position. */
    Mono<EventStream> open(Audience audience, StreamQuery query) {
        EventFilter filter = query.filter();
        Position after = query.after();
        Position head = subscriptions.head();
        if (closing.haveBegun() || head == null) {
            return Mono.error(Problem.of(ProblemType.UNAVAILABLE).exception());
        }
        if (after == null && query.since() != null) {
            return offsets.since(query.since(), head).flatMap(start -> resume(audience, filter, start, start, head));
        }
        if (after == null) {
            Subscription fresh = new Subscription(audience, filter, Position.START, properties.buffer());
            return limits.open(audience.organisationId()).map(place -> stream(fresh, fromNow(fresh), place::leave));
        }
        return start(after, head).flatMap(start -> resume(audience, filter, after, start, head));
    }

    private Mono<EventStream> resume(
            Audience audience, EventFilter filter, Position from, Position start, Position head) {
        return places(audience, start.isBehind(head))
                .map(places -> resumed(audience, filter, from, start, head, places));
    }

    private Mono<Places> places(Audience audience, boolean isBehind) {
        Mono<Place> open = limits.open(audience.organisationId());
        if (!isBehind) {
            return open.map(place -> new Places(place::leave, () -> {}));
        }
        return open.flatMap(place -> StreamLimits.unlessGiven(
                limits.catchUp(audience.organisationId()).map(behind -> new Places(place::leave, behind::leave)),
                place::leave));
    }

    private EventStream resumed(
            Audience audience, EventFilter filter, Position from, Position start, Position head, Places places) {
        Subscription resumed = new Subscription(audience, filter, start.max(head), properties.buffer());
        Flux<StreamMessage> messages = opening(from, start, audience)
                .concatWith(gaps.read(audience, filter, start, start.max(head)))
                .concatWith(join(resumed, start.max(head), places.caughtUp()));
        return stream(resumed, messages, places::leave);
    }

    private EventStream stream(Subscription subscription, Flux<StreamMessage> messages, Runnable ended) {
        Flux<StreamMessage> whole = closing.until(
                        messages.onErrorResume(EventStreams::isUnavailable, EventStreams::broken))
                .doFinally(_ -> ended.run());
        return new EventStream(whole, subscription.live(), subscription.overflowed(), ended);
    }

    /** Where a stream resumes: at {@code from}, or at the first event still kept. */
    private Mono<Position> start(Position from, Position head) {
        if (from.equals(head)) {
            return Mono.just(from);
        }
        return offsets.range()
                .flatMap(range -> range.end().isBehind(from)
                        ? Mono.error(EventStreams::unknown)
                        : range.hides(from, head)
                                ? Mono.error(() -> new TimeoutException("unread events cannot be read now"))
                                : Mono.just(from.max(range.first())));
    }

    private static Flux<StreamMessage> opening(Position from, Position start, Audience audience) {
        String id = EventIds.write(start, audience);
        return Flux.just(
                from.equals(start)
                        ? StreamMessage.comment(id, "resumed")
                        : StreamMessage.notice(
                                id,
                                "gap",
                                "Some events after Last-Event-ID are no longer kept. The stream begins with the"
                                        + " oldest kept event."));
    }

    private Flux<StreamMessage> fromNow(Subscription subscription) {
        return Flux.using(
                () -> subscription,
                joining -> Flux.fromStream(Optional.ofNullable(subscriptions.join(joining)).stream())
                        .map(head -> StreamMessage.comment(EventIds.write(head, joining.audience()), "open"))
                        .concatWith(joining.messages()),
                subscriptions::leave);
    }

    /** Joins the head, then reads the events since {@code from} while the head already fills the buffer. */
    private Flux<StreamMessage> join(Subscription subscription, Position from, Runnable caughtUp) {
        return Flux.using(
                () -> subscription,
                joining -> Flux.fromStream(Optional.ofNullable(subscriptions.join(joining)).stream())
                        .concatMap(head -> gaps.read(joining.audience(), joining.filter(), from, from.max(head)))
                        .concatWith(Mono.fromRunnable(caughtUp))
                        .concatWith(joining.messages()),
                subscriptions::leave);
    }

    /** Ends the stream without an error; the client finds the missing events when it resumes. */
    private static Flux<StreamMessage> broken(Throwable failure) {
        log.warn("Ended an event stream after a failure: {}", failure.toString());
        return Flux.empty();
    }

    private static boolean isUnavailable(Throwable failure) {
        return failure instanceof KafkaException
                || failure instanceof DataAccessException
                || failure instanceof TimeoutException;
    }

    private static ProblemException unknown() {
        return Problem.invalid(List.of(new Fault(StreamQuery.LAST_EVENT_ID, StreamQuery.LAST_EVENT_ID_RULE)))
                .exception();
    }

    /**
     * Both places of a resumed stream.
     *
     * @param ended gives back the place that it has while it is open
     * @param caughtUp gives back the place that it has while it catches up
     */
    private record Places(Runnable ended, Runnable caughtUp) {

        void leave() {
            caughtUp.run();
            ended.run();
        }
    }
}
