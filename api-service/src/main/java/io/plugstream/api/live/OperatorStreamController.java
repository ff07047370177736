package io.plugstream.api.live;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Streams changes of organisations. The security chain admits only operators. */
@RestController
final class OperatorStreamController {

    private final OperatorStreams streams;
    private final StreamResponses responses;

    OperatorStreamController(OperatorStreams streams, StreamResponses responses) {
        this.streams = streams;
        this.responses = responses;
    }

    @GetMapping(path = "/admin/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> events(ServerWebExchange exchange) {
        return streams.open().map(stream -> responses.of(stream, exchange));
    }
}
