package io.plugstream.api.live;

import io.plugstream.api.access.LastingCredential;
import io.plugstream.api.http.SlowClients;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/** Builds the HTTP response of a stream. The stream ends when its credential does, and frees its resources on close. */
@Component
class StreamResponses {

    /** How long a client that was cut off may take to read its last events before its connection is closed. */
    private static final Duration FAREWELL = Duration.ofSeconds(30);

    private final LastingCredential credentials;
    private final LiveProperties properties;

    StreamResponses(LastingCredential credentials, LiveProperties properties) {
        this.credentials = credentials;
        this.properties = properties;
    }

    ResponseEntity<Flux<ServerSentEvent<String>>> of(EventStream stream, ServerWebExchange exchange) {
        closeLate(stream, exchange.getResponse());
        leaveWithTheConnection(stream, exchange.getResponse());
        allowSlowReading(stream, exchange.getResponse());
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .header("X-Accel-Buffering", "no")
                // The server closes the TCP connection of a stream that is cut off.
                .header(HttpHeaders.CONNECTION, "close")
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .body(whileGood(stream.messages(), exchange).map(StreamMessage::written));
    }

    /** Ends the stream when its credential is no longer valid. */
    private Flux<StreamMessage> whileGood(Flux<StreamMessage> messages, ServerWebExchange exchange) {
        AtomicBoolean revoked = new AtomicBoolean();
        Flux<Boolean> looks = Flux.interval(properties.heartbeat())
                .onBackpressureDrop()
                .concatMap(_ -> credentials.isStillValid(exchange));
        Mono<Boolean> end = Flux.merge(looks, credentials.ended(exchange).thenReturn(false))
                .filter(good -> !good)
                .next()
                .doOnNext(_ -> revoked.set(true));
        return messages.takeUntilOther(end)
                .concatWith(Mono.defer(() -> revoked.get()
                        ? Mono.just(StreamMessage.notice(null, "unauthorized", "The credential is no longer valid."))
                        : Mono.empty()));
    }

    /** Closes the TCP connection of a client that was cut off and has not read the rest in time. */
    private void closeLate(EventStream stream, ServerHttpResponse response) {
        stream.overflowed().then(Mono.delay(FAREWELL)).subscribe(_ -> close(response));
    }

    private static void allowSlowReading(EventStream stream, ServerHttpResponse response) {
        stream.live()
                .then(Mono.fromRunnable(() -> SlowClients.allowSlowReading(response)))
                .subscribe();
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
}
