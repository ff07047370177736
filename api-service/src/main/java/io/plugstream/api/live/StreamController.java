package io.plugstream.api.live;

import io.plugstream.api.access.Caller;
import java.util.List;
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
        Audience audience = new Audience(caller.organisationId(), caller.mode());
        List<String> lastEventIds = exchange.getRequest().getHeaders().getOrEmpty(StreamQuery.LAST_EVENT_ID);
        return events.open(audience, StreamQuery.of(parameters, lastEventIds, audience))
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
}
