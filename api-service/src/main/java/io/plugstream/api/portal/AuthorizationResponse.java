package io.plugstream.api.portal;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.id.State;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * The identity provider's authorization response.
 *
 * @param code the code to exchange for an ID token; null if the provider refused the sign-in
 * @param issuer the issuer that the response names; null if none (RFC 9207)
 */
record AuthorizationResponse(
        State state,
        @Nullable AuthorizationCode code,
        @Nullable String issuer) {

    private static final int LONGEST = 2_048;

    /** Empty if the response has no state, or repeats a parameter. */
    static Optional<AuthorizationResponse> of(MultiValueMap<String, String> parameters) {
        boolean repeated = parameters.values().stream().anyMatch(values -> values.size() != 1);
        String state = first(parameters, "state");
        if (repeated || state == null) {
            return Optional.empty();
        }
        String code = parameters.containsKey("error") ? null : first(parameters, "code");
        return Optional.of(new AuthorizationResponse(
                new State(state), code == null ? null : new AuthorizationCode(code), first(parameters, "iss")));
    }

    /** Whether the response names {@code expected}; it may name no issuer if the provider never does. */
    boolean isFrom(String expected, boolean namesItself) {
        return issuer == null ? !namesItself : issuer.equals(expected);
    }

    private static @Nullable String first(MultiValueMap<String, String> parameters, String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        String value = values.isEmpty() ? null : values.getFirst();
        return value == null || value.isBlank() || value.length() > LONGEST ? null : value;
    }

    @Override
    public String toString() {
        return "AuthorizationResponse";
    }
}
