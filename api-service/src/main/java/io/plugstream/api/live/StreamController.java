package io.plugstream.api.live;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.Fault;
import io.plugstream.api.http.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The streams of events, of a charger's frames, and of changes of organisations. */
@RestController
final class StreamController {

    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final EventStreams events;
    private final FrameStreams frames;
    private final OperatorStreams operators;
    private final StreamResponses responses;

    StreamController(EventStreams events, FrameStreams frames, OperatorStreams operators, StreamResponses responses) {
        this.events = events;
        this.frames = frames;
        this.operators = operators;
        this.responses = responses;
    }

    /** The events of the caller's organisation and mode. */
    @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> events(
            Caller caller, @RequestParam MultiValueMap<String, String> parameters, ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        Audience audience = new Audience(caller.organisationId(), caller.mode());
        return events.open(audience, StreamQuery.of(parameters), lastEventId(headers))
                .map(stream -> responses.of(stream, exchange));
    }

    /** The OCPP frames between a charger and the platform, without their secrets. */
    @GetMapping(path = "/api/v1/chargers/{chargeBoxId}/frames", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> frames(
            Caller caller, @PathVariable String chargeBoxId, ServerWebExchange exchange) {
        return frames.open(caller, chargeBoxId).map(stream -> responses.of(stream, exchange));
    }

    /** Changes of organisations. Only operators are admitted. */
    @GetMapping(path = "/admin/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> organisations(ServerWebExchange exchange) {
        return operators.open().map(stream -> responses.of(stream, exchange));
    }

    private static @Nullable String lastEventId(HttpHeaders headers) {
        List<String> ids = headers.getOrEmpty(LAST_EVENT_ID);
        if (ids.size() > 1) {
            throw Problem.invalid(List.of(new Fault(LAST_EVENT_ID, "must be given once")))
                    .exception();
        }
        return ids.isEmpty() || ids.getFirst().isEmpty() ? null : ids.getFirst();
    }
}
