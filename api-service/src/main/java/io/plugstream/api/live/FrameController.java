package io.plugstream.api.live;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.Fault;
import io.plugstream.api.http.Problem;
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

/** Streams the OCPP frames between a charger and the platform, without their secrets. */
@RestController
final class FrameController {

    private final FrameStreams streams;
    private final StreamResponses responses;

    FrameController(FrameStreams streams, StreamResponses responses) {
        this.streams = streams;
        this.responses = responses;
    }

    @GetMapping(path = "/api/v1/chargers/{chargeBoxId}/frames", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> frames(
            Caller caller,
            @PathVariable String chargeBoxId,
            @RequestParam MultiValueMap<String, String> parameters,
            ServerWebExchange exchange) {
        List<Fault> faults = parameters.keySet().stream()
                .map(name -> new Fault(name, "is not a parameter here"))
                .toList();
        if (!faults.isEmpty()) {
            throw Problem.invalid(faults).exception();
        }
        return streams.open(caller, chargeBoxId).map(stream -> responses.of(stream, exchange));
    }
}
