package io.plugstream.api.idempotency;

import io.plugstream.api.http.BufferedRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Performs a request and stores its response before sending it. If the request failed, its key is released beside the
 * response, which does not wait for a database that may be away. A client that disconnects does not stop the work,
 * because it is expected to retry.
 */
@Component
class FirstRequest {

    private static final Logger log = LoggerFactory.getLogger(FirstRequest.class);

    private final IdempotencyKeys keys;
    private final ErrorWebExceptionHandler problems;

    FirstRequest(IdempotencyKeys keys, ErrorWebExceptionHandler problems) {
        this.keys = keys;
        this.problems = problems;
    }

    Mono<Void> perform(ServerWebExchange exchange, WebFilterChain chain, byte[] body, Claim claim) {
        RecordedResponse recorded = new RecordedResponse(exchange.getResponse().bufferFactory());
        ServerWebExchange kept = exchange.mutate()
                .request(new BufferedRequest(exchange.getRequest(), body))
                .response(recorded)
                .build();
        Mono<CompleteResponse> work = Mono.defer(() -> chain.filter(kept))
                .contextWrite(context -> context.put(Claim.class, claim))
                .onErrorResume(failure -> problems.handle(kept, failure))
                .then(Mono.fromSupplier(recorded::response))
                .flatMap(response -> keep(claim, response))
                .doOnError(_ -> keys.releaseLater(Mono.just(claim)));
        return toTheEnd(work).flatMap(response -> response.writeTo(exchange.getResponse()));
    }

    private static Mono<CompleteResponse> toTheEnd(Mono<CompleteResponse> work) {
        return Mono.deferContextual(context -> {
            Mono<CompleteResponse> shared =
                    work.contextWrite(known -> known.putAll(context)).cache();
            shared.subscribe(_ -> {}, e -> log.debug("A request failed: {}", e.toString()));
            return shared;
        });
    }

    /** Returns the response even if it could not be stored. */
    private Mono<CompleteResponse> keep(Claim claim, CompleteResponse response) {
        if (response.isToBeRetried()) {
            keys.releaseLater(Mono.just(claim));
            return Mono.just(response);
        }
        return keys.store(claim, response)
                .doOnError(e -> log.warn("The response for an Idempotency-Key was not stored: {}", e.toString()))
                .onErrorComplete()
                .thenReturn(response);
    }
}
