package io.plugstream.webhook.deliver;

import io.plugstream.model.webhook.Attempt;
import io.plugstream.webhook.sign.Signature;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** A webhook request: URL, headers and body. */
record Post(URI uri, HttpHeaders headers, EventBody body) {

    static Post of(URI uri, Delivery delivery, List<String> secrets, Instant attemptedAt, String userAgent) {
        String id = delivery.claim().eventId().toString();
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        headers.set(HttpHeaders.USER_AGENT, userAgent);
        headers.set("webhook-id", id);
        headers.set("webhook-timestamp", Long.toString(attemptedAt.getEpochSecond()));
        Signature.of(secrets, id, attemptedAt, delivery.body().bytes())
                .ifPresent(signature -> headers.set("webhook-signature", signature));
        return new Post(uri, headers, delivery.body());
    }

    /** The record of this request and its result. */
    Attempt attempt(PostResult result) {
        return new Attempt(uri.toString(), headers.toSingleValueMap(), body.excerpt(), result.answer(), result.fault());
    }
}
