package io.plugstream.api.idempotency;

import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores the response to a request in the transaction that does its work. A client that gets 503 because the outcome of
 * the commit is unknown can retry with its Idempotency-Key and gets the stored response.
 */
@Component
public class KeptResponses {

    private final IdempotencyKeys keys;
    private final JsonMapper json;

    KeptResponses(IdempotencyKeys keys, JsonMapper json) {
        this.keys = keys;
        this.json = json;
    }

    /** Whether the request has an Idempotency-Key, so that its response must be stored. */
    public Mono<Boolean> isKept() {
        return Mono.deferContextual(context -> Mono.just(context.hasKey(Claim.class)));
    }

    /**
     * Stores a response with status 200 without secrets, in the current transaction. Does nothing without an
     * Idempotency-Key.
     */
    public Mono<Void> keep(Object body) {
        return keep(HttpStatus.OK, new HttpHeaders(), body);
    }

    /**
     * Stores a response with status 202 whose {@code Location} shows how the work ends. Without this, a retry of a
     * request that got 503 learns only that the work may have been done.
     */
    public Mono<Void> keepAccepted(URI location, Object body) {
        return keep(HttpStatus.ACCEPTED, location, body);
    }

    /** As {@link #keep}, for a response with status 201 whose {@code Location} is that of the new resource. */
    public Mono<Void> keepCreated(URI location, Object body) {
        return keep(HttpStatus.CREATED, location, body);
    }

    private Mono<Void> keep(HttpStatus status, URI location, Object body) {
        HttpHeaders headers = new HttpHeaders();
        headers.setLocation(location);
        return keep(status, headers, body);
    }

    private Mono<Void> keep(HttpStatus status, HttpHeaders headers, Object body) {
        return Mono.deferContextual(context -> context.hasKey(Claim.class)
                ? keys.store(context.get(Claim.class), response(status, headers, body))
                : Mono.empty());
    }

    private CompleteResponse response(HttpStatus status, HttpHeaders headers, Object body) {
        headers.setContentType(MediaType.APPLICATION_JSON);
        headers.setCacheControl("no-store");
        return new CompleteResponse(status.value(), headers, json.writeValueAsString(body));
    }
}
