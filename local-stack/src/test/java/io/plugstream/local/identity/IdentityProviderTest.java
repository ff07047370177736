package io.plugstream.local.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.plugstream.model.json.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
class IdentityProviderTest {
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private IdentityProvider provider;
    private String issuer;

    @BeforeEach
    void start() {
        provider = IdentityProvider.start(0, directory.resolve("key.json"));
        issuer = "http://localhost:" + provider.port();
    }

    @AfterEach
    void stop() {
        provider.close();
        http.close();
    }

    @Test
    void tokenVerifiesAgainstTheKeysThatDiscoveryNames() throws Exception {
        var claims = verified(get("/token?org=acme&user=ada&role=operator").body());
        assertThat(claims.getSubject()).isEqualTo("ada");
        assertThat(claims.getStringClaim("org_id")).isEqualTo("acme");
        assertThat(claims.getStringListClaim("roles")).isEqualTo(List.of("operator"));
        assertThat(Duration.between(
                        claims.getIssueTime().toInstant(),
                        claims.getExpirationTime().toInstant()))
                .isEqualTo(Duration.ofHours(1));
    }

    @Test
    void tokenHasNoRoleUnlessAskedFor() throws Exception {
        assertThat(verified(get("/token?org=acme&user=ada").body()).getClaim("roles"))
                .isNull();
    }

    /** Restarts on another port: processes that other tests start inherit the old one for a moment. */
    @Test
    void tokenIsValidAfterARestart() throws Exception {
        var token = get("/token?org=acme&user=ada").body();
        provider.close();
        provider = IdentityProvider.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                issuer,
                null,
                directory.resolve("key.json"),
                List.of());
        assertThat(verified(token).getSubject()).isEqualTo("ada");
    }

    /** As in containers, where services use another host name than the browser on the host. */
    @Test
    void browsersAreSentToTheAddressThatTheyReach() throws Exception {
        provider.close();
        provider = IdentityProvider.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "http://identity:8090",
                "http://localhost:18090",
                directory.resolve("key.json"),
                List.of());
        var discovery =
                Json.mapper().readTree(get("/.well-known/openid-configuration").body());
        assertThat(discovery.path("issuer").stringValue()).isEqualTo("http://identity:8090");
        assertThat(discovery.path("token_endpoint").stringValue()).startsWith("http://identity:8090/");
        assertThat(discovery.path("jwks_uri").stringValue()).startsWith("http://identity:8090/");
        assertThat(discovery.path("authorization_endpoint").stringValue()).startsWith("http://localhost:18090/");
        assertThat(discovery.path("end_session_endpoint").stringValue()).startsWith("http://localhost:18090/");
    }

    @Test
    void onlyTheOwnerCanReadTheKeyAndOnlyItsPublicPartIsPublished() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("key.json"))))
                .isEqualTo("rw-------");
        assertThat(JWKSet.parse(get("/jwks").body()).containsNonPublicKeys()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/token?user=ada, org is missing",
        "/token?org=acme, user is missing",
        "/token?org=&user=ada, org is missing",
        "/token?org=a%20b&user=ada, org must be",
        "/token?org=plugstream:demo&user=ada, org must not begin with plugstream:",
        "/token?org=acme&user=a%0ab, user must be",
        "/token?org=acme&user=ada&role=root, role can only be operator",
        "/token?org=acme&org=other&user=ada, org is given twice",
        "/token?org=acme&user=ada&admin=1, 'only org, user and role'",
        "/token, org is missing",
    })
    void badRequestNamesTheFault(String path, String message) throws Exception {
        var response = get(path);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"/, 404", "/tokens, 404", "/jwks/1, 404", "/token/x?org=a&user=b, 404"})
    void otherPathsAreNotFound(String path, int status) throws Exception {
        assertThat(get(path).statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"/jwks, POST", "/token, PUT", "/authorize, POST", "/end-session, POST"})
    void otherMethodsAreNotAllowed(String path, String method) throws Exception {
        var request = request(path)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
    }

    private JWTClaimsSet verified(String token) throws Exception {
        var discovery =
                Json.mapper().readTree(get("/.well-known/openid-configuration").body());
        assertThat(discovery.get("issuer").asString()).isEqualTo(issuer);
        var keys =
                get(URI.create(discovery.get("jwks_uri").asString()).getPath()).body();
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(JWSAlgorithm.ES256, new ImmutableJWKSet<>(JWKSet.parse(keys))));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                "plugstream",
                new JWTClaimsSet.Builder().issuer(issuer).build(),
                Set.of("sub", "org_id", "iat", "nbf", "exp")));
        assertThat(SignedJWT.parse(token).getHeader().getKeyID()).isNotBlank();
        return processor.process(token, null);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + provider.port() + path));
    }
}
