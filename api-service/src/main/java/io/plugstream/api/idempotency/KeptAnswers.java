package io.plugstream.api.idempotency;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps the answer to a request together with its work: the client that was told 503 because nobody knew whether the
 * commit succeeded gets it by sending the request again with its Idempotency-Key.
 */
@Component
public class KeptAnswers {

    private final IdempotencyKeys keys;
    private final JsonMapper json;

    KeptAnswers(IdempotencyKeys keys, JsonMapper json) {
        this.keys = keys;
        this.json = json;
    }

    /** Whether the request has an Idempotency-Key, so that its answer is to be kept. */
    public Mono<Boolean> isKept() {
        return Mono.deferContextual(context -> Mono.just(context.hasKey(Claim.class)));
    }

    /** Within the transaction that does the work; does nothing for a request without a key. Secrets are left out. */
    public Mono<Void> keep(HttpStatus status, Object body) {
        return Mono.deferContextual(context -> context.hasKey(Claim.class)
                ? keys.settle(context.get(Claim.class), answer(status, body))
                : Mono.empty());
    }

    private Answer answer(HttpStatus status, Object body) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        headers.setCacheControl("no-store");
        return new Answer(status.value(), headers, json.writeValueAsString(body));
    }
}
