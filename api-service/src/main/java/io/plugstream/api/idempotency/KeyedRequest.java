package io.plugstream.api.idempotency;

import io.plugstream.api.access.Caller;
import io.plugstream.model.digest.Sha256;
import io.plugstream.model.organisation.Mode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * A request with an {@code Idempotency-Key}.
 *
 * @param fingerprint SHA-256 of everything that must be equal when the key is used again: the kind of credential,
 *     method, path, query and body. The hash includes the key, so that fingerprints do not reveal equal bodies
 */
record KeyedRequest(String organisationId, Mode mode, String key, String fingerprint) {

    static KeyedRequest of(Caller caller, String key, ServerHttpRequest request, byte[] body) {
        MessageDigest digest = Sha256.digest();
        add(digest, caller.organisationId());
        add(digest, key);
        add(digest, caller.credential().name());
        add(digest, request.getMethod().name());
        add(digest, request.getURI().getRawPath());
        String query = request.getURI().getRawQuery();
        add(digest, query == null ? "" : query);
        digest.update(body);
        return new KeyedRequest(
                caller.organisationId(), caller.mode(), key, HexFormat.of().formatHex(digest.digest()));
    }

    /** Adds the text and an end mark that no text contains. */
    private static void add(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
