package io.plugstream.api.access;

import io.plugstream.model.json.WireName;
import io.plugstream.model.organisation.Mode;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/**
 * Reads a request's credential. Two credentials, even equal ones, are unusable, because it would be unclear which
 * organisation the call counts for.
 */
final class CredentialReader {

    static final String API_KEY = "X-API-Key";
    static final String MODE = "Plugstream-Mode";

    private static final String BEARER = "Bearer ";

    private CredentialReader() {}

    /** Empty if the request has no credential at all. */
    static Optional<Credential> read(HttpHeaders headers) {
        List<String> keys = headers.getOrEmpty(API_KEY);
        List<String> authorizations = headers.getOrEmpty(HttpHeaders.AUTHORIZATION);
        if (keys.isEmpty() && authorizations.isEmpty()) {
            return Optional.empty();
        }
        if (keys.size() + authorizations.size() > 1) {
            return Optional.of(new Credential.Unusable());
        }
        return Optional.of(
                keys.isEmpty() ? token(authorizations.getFirst(), headers) : new Credential.Key(keys.getFirst()));
    }

    private static Credential token(String authorization, HttpHeaders headers) {
        if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return new Credential.Unusable();
        }
        // The mode of a request that ModeFilter refuses does not matter.
        Mode mode = mode(headers).orElse(Mode.LIVE);
        return new Credential.Token(authorization.substring(BEARER.length()).strip(), mode);
    }

    /** The mode that a request with an ID token asks for; empty if it is unknown. */
    static Optional<Mode> mode(HttpHeaders headers) {
        List<String> values = headers.getOrEmpty(MODE);
        if (values.isEmpty()) {
            return Optional.of(Mode.LIVE);
        }
        return values.size() == 1 ? WireName.find(Mode.class, values.getFirst()) : Optional.empty();
    }
}
