package io.plugstream.api.live;

import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Tells operators that an organisation is new or changed, so that they reload the list (ADR 90). */
@Component
class OperatorStreams {

    /** Owner of the places that all operators share. No organisation can have this id. */
    private static final String OPERATORS = "plugstream:operators";

    private static final String LIST = "organisations";
    private static final Duration PULSE = Duration.ofSeconds(1);

    private final StreamLimits limits;
    private final ClosingStreams closing;
    private final Sinks.Many<StreamMessage> changes = Sinks.many().multicast().directBestEffort();

    OperatorStreams(StreamLimits limits, ClosingStreams closing) {
        this.limits = limits;
        this.closing = closing;
    }

    /** Fails with a problem if the operators have too many streams. */
    Mono<EventStream> open() {
        return closing.haveBegun()
                ? Mono.error(Problem.of(ProblemType.UNAVAILABLE).exception())
                : limits.open(OPERATORS)
                        .map(place -> new EventStream(
                                closing.until(messages()).doFinally(_ -> place.leave()),
                                Mono.never(),
                                Mono.never(),
                                place::leave));
    }

    /** Keeps only the newest change for a slow reader. */
    private Flux<StreamMessage> messages() {
        Flux<StreamMessage> beats = Flux.interval(PULSE).onBackpressureDrop().map(_ -> StreamMessage.heartbeat());
        return Flux.merge(changes.asFlux().onBackpressureLatest(), beats)
                .startWith(StreamMessage.comment(null, "open"));
    }

    void dispatchChange() {
        changes.tryEmitNext(StreamMessage.change(LIST));
    }
}
