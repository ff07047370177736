package io.plugstream.api.live;

import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Tells operators that an organisation is new or changed, so that they read the list anew (ADR 90). */
@Component
class OperatorStreams {

    /** All operators share the places of one owner. No organisation has such an id. */
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

    /** Ends with a problem if operators have all streams that they may have. */
    Mono<EventStream> open() {
        return closing.haveBegun()
                ? Mono.error(Problem.of(ProblemType.UNAVAILABLE).exception())
                : limits.open(OPERATORS)
                        .map(place -> new EventStream(
                                closing.until(messages()).doFinally(_ -> place.leave()), Mono.never(), place::leave));
    }

    /** Whoever reads slowly needs no more than the newest of several changes. */
    private Flux<StreamMessage> messages() {
        Flux<StreamMessage> beats = Flux.interval(PULSE).onBackpressureDrop().map(_ -> StreamMessage.heartbeat());
        return Flux.merge(changes.asFlux().onBackpressureLatest(), beats)
                .startWith(StreamMessage.comment(null, "open"));
    }

    void tellChange() {
        changes.tryEmitNext(StreamMessage.change(LIST));
    }
}
