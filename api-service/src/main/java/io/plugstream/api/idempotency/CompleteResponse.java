package io.plugstream.api.idempotency;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A complete response. */
record CompleteResponse(int status, HttpHeaders headers, String body) {

    private static final List<String> SECRETS = List.of("key", "password", "secret");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Whether the server failed, or a limit was reached that passes, so that the client should retry. */
    boolean isToBeRetried() {
        return status >= 500 || status == HttpStatus.TOO_MANY_REQUESTS.value();
    }

    /** A copy for storage, without the secrets that are shown only at creation. */
    CompleteResponse withoutSecrets() {
        MediaType type = headers.getContentType();
        if (status >= 300 || type == null || !MediaType.APPLICATION_JSON.isCompatibleWith(type)) {
            return this;
        }
        try {
            return JSON.readTree(body) instanceof ObjectNode object ? without(object) : this;
        } catch (JacksonException e) {
            throw new IllegalStateException("a JSON response is not JSON", e);
        }
    }

    private CompleteResponse without(ObjectNode object) {
        boolean found = remove(object);
        // Each charger of a batch has a password of its own.
        for (JsonNode charger : object.path("chargers")) {
            found |= charger instanceof ObjectNode each && remove(each);
        }
        return found ? new CompleteResponse(status, headers, JSON.writeValueAsString(object)) : this;
    }

    private static boolean remove(ObjectNode object) {
        boolean found = SECRETS.stream().anyMatch(object::has);
        object.remove(SECRETS);
        return found;
    }

    /** Omits the body, which may contain secrets. */
    @Override
    public String toString() {
        return "CompleteResponse[" + status + ']';
    }

    Mono<Void> writeTo(ServerHttpResponse response) {
        byte[] bytes = body.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        response.setStatusCode(HttpStatusCode.valueOf(status));
        response.getHeaders().putAll(headers);
        response.getHeaders().setContentLength(bytes.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(bytes)));
    }
}
