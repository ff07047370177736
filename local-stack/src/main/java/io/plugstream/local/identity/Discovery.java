package io.plugstream.local.identity;

import io.plugstream.model.json.Json;
import java.util.List;
import java.util.Map;

/** The provider's endpoints and capabilities (OpenID Connect Discovery 1.0). */
final class Discovery {
    static final String CONFIGURATION = "/.well-known/openid-configuration";
    static final String AUTHORIZE = "/authorize";
    static final String TOKEN = "/token";
    static final String END_SESSION = "/end-session";
    static final String KEYS = "/jwks";

    private Discovery() {}

    /** @param browsers base URL of the endpoints that browsers open; it may differ from the issuer */
    static String of(String issuer, String browsers) {
        return Json.mapper()
                .writeValueAsString(Map.ofEntries(
                        Map.entry("issuer", issuer),
                        Map.entry("authorization_endpoint", browsers + AUTHORIZE),
                        Map.entry("token_endpoint", issuer + TOKEN),
                        Map.entry("end_session_endpoint", browsers + END_SESSION),
                        Map.entry("jwks_uri", issuer + KEYS),
                        Map.entry("authorization_response_iss_parameter_supported", true),
                        Map.entry(
                                "claims_supported",
                                List.of(
                                        "iss",
                                        "aud",
                                        "sub",
                                        "name",
                                        "org_id",
                                        "roles",
                                        "nonce",
                                        "auth_time",
                                        "at_hash",
                                        "iat",
                                        "nbf",
                                        "exp")),
                        Map.entry("code_challenge_methods_supported", List.of("S256")),
                        Map.entry("grant_types_supported", List.of("authorization_code")),
                        Map.entry("id_token_signing_alg_values_supported", List.of(SigningKey.ALGORITHM.getName())),
                        Map.entry("response_modes_supported", List.of("query")),
                        Map.entry("response_types_supported", List.of("code")),
                        Map.entry("scopes_supported", List.of("openid", "profile")),
                        Map.entry("subject_types_supported", List.of("public")),
                        Map.entry("token_endpoint_auth_methods_supported", List.of("none")),
                        Map.entry("request_parameter_supported", false),
                        Map.entry("request_uri_parameter_supported", false)));
    }
}
