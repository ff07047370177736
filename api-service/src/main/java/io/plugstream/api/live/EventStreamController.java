package io.plugstream.api.live;

import io.plugstream.api.access.Caller;
import io.plugstream.api.access.LastingCredential;
import io.plugstream.api.http.Fault;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.SlowClients;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/** The events of the caller's organisation and mode, live. */
@RestController
final class EventStreamController {

    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final EventStreams streams;
    private final LastingCredential credentials;
    private final LiveProperties properties;

    EventStreamController(EventStreams streams, LastingCredential credentials, LiveProperties properties) {
        this.streams = streams;
        this.credentials = credentials;
        this.properties = properties;
    }

    @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> events(
            Caller caller, @RequestParam MultiValueMap<String, String> parameters, ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        Audience audience = new Audience(caller.organisationId(), caller.mode());
        return streams.open(audience, StreamQuery.of(parameters), lastEventId(headers))
                .map(stream -> {
                    closeLate(stream, exchange.getResponse());
                    leaveWithTheConnection(stream, exchange.getResponse());
                    SlowClients.allowSlowReading(exchange.getResponse());
                    return ResponseEntity.ok()
                            .cacheControl(CacheControl.noStore())
                            .header("X-Accel-Buffering", "no")
                            // A stream that is cut off may take its connection with it.
                            .header(HttpHeaders.CONNECTION, "close")
                            .contentType(MediaType.TEXT_EVENT_STREAM)
                            .body(whileGood(stream.messages(), exchange).map(StreamMessage::written));
                });
    }

    /** Ends with the credential. */
    private Flux<StreamMessage> whileGood(Flux<StreamMessage> messages, ServerWebExchange exchange) {
        AtomicBoolean revoked = new AtomicBoolean();
        Flux<Boolean> looks =
                Flux.interval(properties.heartbeat()).onBackpressureDrop().concatMap(_ -> credentials.isGood(exchange));
        Mono<Boolean> end = Flux.merge(looks, credentials.signedOut(exchange).thenReturn(false))
                .filter(good -> !good)
                .next()
                .doOnNext(_ -> revoked.set(true));
        return messages.takeUntilOther(end)
                .concatWith(Mono.defer(() -> revoked.get()
                        ? Mono.just(StreamMessage.notice(null, "unauthorized", "The credential is no longer valid."))
                        : Mono.empty()));
    }

    /** Whoever was cut off and does not read the last words either, keeps no connection. */
    private void closeLate(EventStream stream, ServerHttpResponse response) {
        stream.overflowed().then(Mono.delay(properties.farewell())).subscribe(_ -> close(response));
    }

    private static void leaveWithTheConnection(EventStream stream, ServerHttpResponse response) {
        if (ServerHttpResponseDecorator.getNativeResponse(response) instanceof HttpServerResponse connected) {
            connected.withConnection(connection -> {
                var _ = connection
                        .channel()
                        .closeFuture()
                        .addListener(_ -> stream.ended().run());
            });
        }
    }

    private static void close(ServerHttpResponse response) {
        if (ServerHttpResponseDecorator.getNativeResponse(response) instanceof HttpServerResponse connected) {
            connected.withConnection(connection -> {
                var _ = connection.channel().close();
            });
        }
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
