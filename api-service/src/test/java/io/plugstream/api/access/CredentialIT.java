package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.TokenProvider;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CredentialIT {

    private static final String KEYS = "/api/v1/auth/api-keys";

    private final ApiReplica replica = Replicas.open();
    private final TokenProvider tokens = Platform.get().tokens();
    private final String organisation = "org-" + UUID.randomUUID();

    @Test
    void refusesEveryWrongCredentialWithTheSameProblem() throws JOSEException {
        RSAKey stranger = new RSAKeyGenerator(2048).keyID("stranger").generate();
        String good = tokens.token(organisation);
        List<ApiClient> wrong = List.of(
                replica.client(),
                replica.client().key("plug_live_nonsense"),
                replica.client().key(""),
                replica.client().key("plug_live_" + "0".repeat(49)),
                replica.client().header("Authorization", "Basic dTpw"),
                replica.client().token("a.b.c"),
                bearer(new PlainJWT(claims().build()).serialize()),
                bearer(tokens.signed(
                        new JWSHeader(JWSAlgorithm.HS256),
                        new MACSigner(
                                tokens.rsaKey().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)),
                        claims -> claims.claim("org_id", organisation))),
                bearer(tokens.signed(
                        new JWSHeader.Builder(JWSAlgorithm.RS512)
                                .keyID(tokens.rsaKey().getKeyID())
                                .build(),
                        new RSASSASigner(tokens.rsaKey()),
                        claims -> claims.claim("org_id", organisation))),
                bearer(tokens.signed(
                        new JWSHeader.Builder(JWSAlgorithm.RS256)
                                .keyID(tokens.rsaKey().getKeyID())
                                .build(),
                        new RSASSASigner(stranger),
                        claims -> claims.claim("org_id", organisation))),
                with(claims -> claims.audience("another")),
                with(claims -> claims.issuer("https://issuer.example")),
                with(claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(120)))),
                with(claims -> claims.expirationTime(null)),
                with(claims -> claims.subject("user\u0000")),
                bearer(signed(claims().subject(null).build().toJSONObject(true))),
                with(claims -> claims.notBeforeTime(Date.from(Instant.now().plusSeconds(120)))),
                bearer(tokens.token(claims -> claims)),
                bearer(tokens.token(claims -> claims.claim("org_id", ""))),
                bearer(tokens.token(claims -> claims.claim("org_id", "a/b"))),
                bearer(tokens.token(claims -> claims.claim("org_id", organisation + '\u0000'))),
                bearer(tokens.token(claims -> claims.claim("org_id", "plugstream:probe"))),
                bearer(tokens.token(claims -> claims.claim("org_id", List.of(organisation)))),
                bearer(good.substring(0, good.length() - 4) + "AAAA"),
                bearer(good).key("plug_live_nonsense"));
        ApiClient.Answer none = replica.client().get(KEYS);
        assertThat(none.headers("WWW-Authenticate"))
                .containsExactly("Bearer realm=\"plugstream\"", "ApiKey realm=\"plugstream\"");
        assertThat(wrong).allSatisfy(client -> {
            ApiClient.Answer answer = client.get(KEYS);
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.body()).isEqualTo(none.body());
            assertThat(answer.headers("WWW-Authenticate")).isEqualTo(none.headers("WWW-Authenticate"));
            assertThat(answer.header("RateLimit-Policy")).contains("\"address\";q=10000;w=60");
        });
        assertThat(bearer(good).get(KEYS).status()).isEqualTo(200);
    }

    @Test
    void acceptsBothAlgorithms() throws Exception {
        String elliptic = tokens.token(organisation);
        String rsa = signed(claims().build().toJSONObject());
        assertThat(SignedJWT.parse(elliptic).getHeader().getAlgorithm()).isEqualTo(JWSAlgorithm.ES256);
        assertThat(SignedJWT.parse(rsa).getHeader().getAlgorithm()).isEqualTo(JWSAlgorithm.RS256);
        assertThat(bearer(elliptic).get(KEYS).status()).isEqualTo(200);
        assertThat(bearer(rsa).get(KEYS).status()).isEqualTo(200);
    }

    @Test
    void anUnknownModeOfATokenIsAnInvalidRequestThatCounts() {
        ApiClient member = bearer(tokens.token(organisation));
        long before = member.get(KEYS).number("RateLimit-Remaining");

        ApiClient.Answer answer = member.header("Plugstream-Mode", "TEST").get(KEYS);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.fields()).containsExactly("Plugstream-Mode");
        assertThat(answer.number("RateLimit-Remaining")).isEqualTo(before - 1);
    }

    /** The server must keep reading a keep-alive connection whose requests it refuses at once, without a query. */
    @Test
    void immediateRefusalsNeverStallTheConnection() {
        ApiClient both = bearer(tokens.token(organisation)).key("plug_live_nonsense");
        for (int i = 0; i < 1_000; i++) {
            assertThat(both.get(KEYS).status()).isEqualTo(401);
        }
    }

    @Test
    void unknownKeyIdsDoNotCauseARequestToTheProviderEachTime() throws JOSEException {
        RSAKey stranger = new RSAKeyGenerator(2048).keyID("stranger").generate();
        assertThat(bearer(tokens.token(organisation)).get(KEYS).status()).isEqualTo(200);
        int before = tokens.keyFetches();
        for (int i = 0; i < 20; i++) {
            String token = tokens.signed(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("kid-" + i).build(),
                    new RSASSASigner(stranger),
                    claims -> claims.claim("org_id", organisation));
            assertThat(bearer(token).get(KEYS).status()).isEqualTo(401);
        }
        assertThat(tokens.keyFetches() - before).isLessThanOrEqualTo(3);
    }

    @Test
    void theOperatorApiNeedsTheOperatorRoleAndIsNotMetered() {
        ApiClient.Answer member = bearer(tokens.token(organisation)).get("/admin/v1/organisations");
        assertThat(member.status()).isEqualTo(403);
        assertThat(member.problem()).isEqualTo("operator-required");
        assertThat(replica.client().get("/admin/v1/organisations").status()).isEqualTo(401);
        ApiClient.Answer operator = bearer(tokens.operator()).get("/admin/v1/organisations?search=" + organisation);
        assertThat(operator.status()).isEqualTo(200);
        assertThat(operator.header("RateLimit-Policy")).contains("\"address\";q=10000;w=60");
        assertThat(operator.json()
                        .path("organisations")
                        .valueStream()
                        .map(o -> o.path("id").stringValue()))
                .containsExactly(organisation);
        ApiClient.Answer own = bearer(tokens.operator()).get("/admin/v1/organisations?search=plugstream:");
        assertThat(own.json().path("organisations")).isEmpty();
        ApiClient.Answer wrong = bearer(tokens.operator())
                .put("/admin/v1/organisations/plugstream:probe", "{\"tier\":\"Gold\",\"x\":1}");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.fields()).containsExactlyInAnyOrder("id", "name", "tier", "x");
        assertThat(bearer(tokens.operator()).get(KEYS).status()).isEqualTo(401);
    }

    @Test
    void aWrongKeyIsRefusedOnUnknownPathsToo() {
        ApiClient wrong = replica.client().key("plug_live_nonsense");
        assertThat(wrong.get("/nothing").status()).isEqualTo(401);
        assertThat(wrong.get("/actuator/health").status()).isEqualTo(401);
        assertThat(replica.client().get("/actuator/health").status()).isEqualTo(404);
        assertThat(replica.management().get("/actuator/health").status()).isEqualTo(200);
    }

    @Test
    void problemTypesHavePages() {
        ApiClient.Answer problem = replica.client().get(KEYS);
        ApiClient.Answer page = replica.client().get(problem.json().path("type").stringValue());
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
        assertThat(page.body()).contains("Authentication required");
        assertThat(replica.client().get("/problems/unheard-of").problem()).isEqualTo("not-found");
        assertThat(replica.client().get("/").status()).isEqualTo(404);
    }

    private com.nimbusds.jwt.JWTClaimsSet.Builder claims() {
        return tokens.usual().claim("org_id", organisation);
    }

    private ApiClient with(java.util.function.UnaryOperator<com.nimbusds.jwt.JWTClaimsSet.Builder> change) {
        return bearer(tokens.token(claims -> change.apply(claims.claim("org_id", organisation))));
    }

    /** A token with these claims, even those that are null. */
    private String signed(Map<String, Object> claims) throws JOSEException {
        JWSObject token = new JWSObject(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID(tokens.rsaKey().getKeyID())
                        .build(),
                new Payload(claims));
        token.sign(new RSASSASigner(tokens.rsaKey()));
        return token.serialize();
    }

    private ApiClient bearer(String token) {
        return replica.client().token(token);
    }
}
