package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.Platform;
import io.plugstream.model.digest.Sha256;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of the portal, with real PostgreSQL, two replicas and the development identity provider. */
class PortalSessionIT {

    private static final String NEW = "new-organisation";
    private static final String KEYS = "/portal/api/live/auth/api-keys";
    private static final Duration SOON = Duration.ofSeconds(1);

    private final PortalBed bed = PortalBed.shared();

    @Test
    void callsOfSignedInPersonsAreNotMetered() {
        Browser browser = bed.browser().signIn(NEW);

        Browser.Page who = browser.call("GET", "/portal/api/session", null);
        assertThat(who.status()).as(who.body()).isEqualTo(200);
        assertThat(who.json().path("name").stringValue()).isEqualTo("Ada");
        assertThat(who.json().path("operator").booleanValue()).isFalse();
        assertThat(Instant.parse(who.json().path("expiresAt").stringValue()))
                .isBetween(Instant.now().plusSeconds(7 * 3600), Instant.now().plusSeconds(8 * 3600));

        Browser.Page made = browser.call("POST", KEYS, "{\"name\":\"first\",\"mode\":\"test\"}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.header("Cache-Control")).contains("no-store");
        assertThat(made.header("RateLimit-Policy")).contains("\"session\";q=600;w=60");
        assertThat(made.header("RateLimit").orElseThrow()).startsWith("\"session\";r=598;");

        assertThat(browser.call("GET", KEYS, null)
                        .json()
                        .at("/apiKeys/0/createdBy")
                        .stringValue())
                .isEqualTo("ada");

        Browser.Page usage = browser.call("GET", "/portal/api/live/usage", null);
        assertThat(usage.json().path("used").intValue()).isZero();
        assertThat(usage.json().path("limit").intValue()).isEqualTo(50);

        ApiClient key = bed.replica().client().key(made.json().path("key").stringValue());
        assertThat(key.get("/api/v1/chargers").number("RateLimit-Remaining")).isEqualTo(49);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(browser.call("GET", "/portal/api/live/usage", null)
                                .json()
                                .path("used")
                                .intValue())
                        .isEqualTo(1));
    }

    @Test
    void pathDecidesTheMode() {
        Browser browser = bed.browser().signIn(NEW);
        String charger = "{\"chargeBoxId\":\"depot&7\"}";
        assertThat(browser.call("POST", "/portal/api/live/chargers", charger).status())
                .isEqualTo(201);
        assertThat(browser.call("GET", "/portal/api/live/chargers/depot%267", null)
                        .status())
                .isEqualTo(200);
        assertThat(browser.call("GET", "/portal/api/test/chargers/depot%267", null)
                        .status())
                .isEqualTo(404);
        assertThat(browser.call("GET", "/portal/api/live/chargers?limit=1", null)
                        .json()
                        .path("chargers"))
                .hasSize(1);
        assertThat(browser.call("GET", "/portal/api/live/chargers?limit=0", null)
                        .status())
                .isEqualTo(400);
        assertThat(browser.call("GET", "/portal/api/live/webhooks", null).problem())
                .isEqualTo("tier-required");
    }

    @Test
    void repeatedCreationIsAnsweredAsInThePublicApi() {
        Browser browser = bed.browser().signIn(NEW);
        Map<String, String> headers = Map.of("Sec-Fetch-Site", "same-origin", "Idempotency-Key", "once");
        Browser.Page first = browser.call("POST", KEYS, "{\"name\":\"a\"}", headers);
        Browser.Page again = browser.call("POST", KEYS, "{\"name\":\"a\"}", headers);
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(again.json().path("id")).isEqualTo(first.json().path("id"));
        assertThat(again.json().has("key")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, cross-site, https://evil.example",
        "POST, same-site, http://localhost:9999",
        "POST, '', https://evil.example",
        "POST, '', null",
        "POST, '', ''",
        "GET, cross-site, ''",
    })
    void requestsFromOtherPagesAreRefused(String method, String site, String origin) {
        Browser browser = bed.browser().signIn(NEW);
        Map<String, String> headers = new HashMap<>(Map.of("Sec-Fetch-Site", site, "Origin", origin));
        headers.values().removeIf(String::isEmpty);
        String body = method.equals("POST") ? "{\"name\":\"forged\"}" : null;
        Browser.Page refused = browser.call(method, KEYS, body, headers);
        assertThat(refused.status()).as(refused.body()).isEqualTo(403);
        assertThat(refused.problem()).isEqualTo("origin-not-allowed");
        assertThat(refused.json().path("detail").stringValue()).contains("Open the portal at its own address");
        assertThat(browser.call("GET", KEYS, null).json().path("apiKeys")).isEmpty();
        if (method.equals("POST")) {
            assertThat(browser.call("POST", "/portal/sign-out", null, headers).status())
                    .isEqualTo(403);
            assertThat(browser.call("GET", "/portal/api/session", null).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void cookieIsTheOnlyCredentialOfThePortalAndInvalidInThePublicApi() {
        Browser browser = bed.browser().signIn(NEW);
        String key = browser.call("POST", KEYS, "{\"name\":\"a\"}")
                .json()
                .path("key")
                .stringValue();
        Map<String, String> withKey = Map.of("X-API-Key", key);
        assertThat(bed.browser().call("GET", "/portal/api/live/chargers", null, withKey))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(401))
                .satisfies(refused -> assertThat(refused.body())
                        .contains("Sign in to the portal")
                        .doesNotContain("X-API-Key"));
        assertThat(browser.call("GET", "/portal/api/live/chargers", null, withKey)
                        .status())
                .isEqualTo(401);
        assertThat(browser.call("POST", KEYS, "{\"name\":\"b\"}", withKey).status())
                .isEqualTo(401);
        assertThat(browser.call("GET", "/portal/api/live/chargers", null, Map.of("Authorization", "Bearer x"))
                        .status())
                .isEqualTo(401);
        assertThat(bed.browser().call("GET", "/portal/api/live/chargers", null).status())
                .isEqualTo(401);
        assertThat(browser.call("GET", "/api/v1/chargers", null).status()).isEqualTo(401);
        assertThat(browser.call("GET", "/api/v1/chargers", null, withKey).status())
                .isEqualTo(200);
        String twice = "plugstream=" + browser.cookies().get("plugstream");
        assertThat(bed.browser()
                        .call("GET", "/portal/api/session", null, Map.of("Cookie", twice + "; " + twice))
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/portal/api/live",
                "/portal/api/v1/chargers",
                "/portal/api/live/../admin/organisations",
                "/portal/api/live//chargers",
                "/portal/api/live/%2e%2e/%2e%2e/actuator/health",
                "/portal/api/live/../../actuator/prometheus",
                "/portal/api/admin/organisations",
            })
    void otherPathsAreRefused(String path) {
        assertThat(bed.browser().signIn(NEW).call("GET", path, null).status()).isBetween(400, 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/portal/api/unknown", "/portal/api/admin/organisations"})
    void refusedCallsCountAsTheSessions(String path) {
        Browser browser = bed.browser().signIn(NEW);
        Browser.Page first = browser.call("GET", path, null);
        assertThat(first.status()).isBetween(403, 404);
        assertThat(first.header("RateLimit").orElseThrow()).startsWith("\"session\";r=599;");
        assertThat(browser.call("GET", path, null).header("RateLimit").orElseThrow())
                .startsWith("\"session\";r=598;");
    }

    @Test
    void onlyOperatorsUseTheOperatorApi() {
        Browser person = bed.browser().signIn(NEW);
        assertThat(person.call("GET", "/portal/api/admin/organisations", null).problem())
                .isEqualTo("operator-required");
        String id = person.call("GET", "/portal/api/session", null)
                .json()
                .path("organisationId")
                .stringValue();
        Browser operator = bed.browser().signIn("operator");
        Browser.Page changed = operator.call(
                "PUT", "/portal/api/admin/organisations/" + id, "{\"name\":\"Acme\",\"tier\":\"Growth\"}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.header("RateLimit-Policy")).contains("\"session\";q=600;w=60");
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(person.call("GET", "/portal/api/live/organisation", null)
                                .json()
                                .path("tier")
                                .stringValue())
                        .isEqualTo("Growth"));
    }

    @Test
    void databaseStoresNoSessionSecret() throws SQLException {
        String secret =
                Objects.requireNonNull(bed.browser().signIn(NEW).cookies().get("plugstream"));
        assertThat(row("SELECT subject FROM portal_sessions WHERE encode(hash, 'hex') = ?", Sha256.hex(secret)))
                .isEqualTo("ada");
        assertThat(row("SELECT count(*) FROM portal_sessions AS s WHERE s::text LIKE '%' || ? || '%'", secret))
                .isEqualTo("0");
    }

    private static String row(String sql, String parameter) throws SQLException {
        var postgres = Platform.get().postgres();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var statement = connection.prepareStatement(sql)) {
            statement.setString(1, parameter);
            try (var rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : "nothing";
            }
        }
    }

    @Test
    void sessionIsValidOnEveryReplicaAndEndsOnEachWithinASecond() {
        Browser browser = bed.browser().signIn(NEW);
        Browser elsewhere = browser.at(bed.secondReplica());
        Map<String, String> none = Map.of();
        assertThat(elsewhere.call("GET", "/portal/api/session", null, none).status())
                .isEqualTo(200);

        Browser copied = browser.at(bed.portal());
        Browser.Page out = browser.call("POST", "/portal/sign-out", null);
        assertThat(out.status()).as(out.body()).isEqualTo(200);
        assertThat(out.json().path("continueAt").stringValue())
                .startsWith("http://localhost:" + bed.providerPort() + "/end-session?");
        assertThat(browser.cookies()).doesNotContainKey("plugstream");
        assertThat(copied.call("GET", "/portal/api/session", null).status()).isEqualTo(401);
        Awaitility.await()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(elsewhere
                                .call("GET", "/portal/api/session", null, none)
                                .status())
                        .isEqualTo(401));
    }

    @Test
    void personWhoSignedOutAtTheProviderReturnsToThePortal() throws Exception {
        Browser browser = bed.browser().signIn(NEW);
        URI end = URI.create(browser.call("POST", "/portal/sign-out", null)
                .json()
                .path("continueAt")
                .stringValue());
        assertThat(bed.browser().get(end).location()).isEqualTo(bed.portal().resolve("/portal"));
    }

    @Test
    void signingOutEndsTheStreamsOnOtherReplicas() throws Exception {
        Browser browser = bed.browser().signIn(NEW);
        try (HttpClient http = HttpClient.newHttpClient()) {
            var response = http.send(
                    HttpRequest.newBuilder(bed.secondReplica().resolve("/portal/api/live/events"))
                            .header("Cookie", "plugstream=" + browser.cookies().get("plugstream"))
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            try (var lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                assertThat(lines.readLine()).startsWith("id:");
                CompletableFuture<String> rest = CompletableFuture.supplyAsync(
                        () -> String.join("\n", lines.lines().toList()));
                browser.call("POST", "/portal/sign-out", null);
                assertThat(rest)
                        .succeedsWithin(Duration.ofSeconds(2))
                        .asString()
                        .contains("event:unauthorized");
            }
        }
    }
}
