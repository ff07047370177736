package io.plugstream.api.idempotency;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Does the work of a request and keeps its answer before anybody sees it. A client that goes away does not stop the work:
 * it is the one that will ask again.
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
        Mono<Answer> work = Mono.defer(() -> chain.filter(kept))
                .contextWrite(context -> context.put(Claim.class, claim))
                .onErrorResume(failure -> problems.handle(kept, failure))
                .then(Mono.fromSupplier(recorded::answer))
                .flatMap(answer -> settle(claim, answer))
                .onErrorResume(failure -> released(claim).then(Mono.error(failure)));
        return toTheEnd(work).flatMap(answer -> answer.writeTo(exchange.getResponse()));
    }

    private static Mono<Answer> toTheEnd(Mono<Answer> work) {
        return Mono.deferContextual(context -> {
            Mono<Answer> shared =
                    work.contextWrite(known -> known.putAll(context)).cache();
            shared.subscribe(_ -> {}, e -> log.debug("A request failed: {}", e.toString()));
            return shared;
        });
    }

    /** The answer is the answer, even if it could not be kept. */
    private Mono<Answer> settle(Claim claim, Answer answer) {
        return keys.settle(claim, answer)
                .doOnError(e -> log.warn("The answer to an Idempotency-Key was not kept: {}", e.toString()))
                .onErrorComplete()
                .thenReturn(answer);
    }

    private Mono<Void> released(Claim claim) {
        return keys.release(claim)
                .doOnError(e -> log.warn("An Idempotency-Key stays leased: {}", e.toString()))
                .onErrorComplete();
    }
}
