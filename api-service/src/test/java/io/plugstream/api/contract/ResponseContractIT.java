package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import io.plugstream.parts.Postgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseContractIT {

    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String HOOK =
            "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"],\"active\":true}";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.GROWTH);
    private final ApiClient live = tenant.live();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET     | /api/v1/nothing                    |                  |                   | 404
            GET     | /nothing                           |                  |                   | 404
            FOO     | /api/v1/webhooks                   |                  |                   | 405
            PUT     | /api/v1/webhooks                   | application/json | {}                | 405
            POST    | /api/v1/webhooks                   | text/plain       | {}                | 415
            POST    | /api/v1/webhooks                   | nonsense         | {}                | 415
            POST    | /api/v1/webhooks                   | text/plain       |                   | 400
            POST    | /api/v1/webhooks                   | application/json | {                 | 400
            POST    | /api/v1/webhooks                   | application/json | []                | 400
            POST    | /api/v1/webhooks                   | application/json | {"x":1,"x":2}     | 400
            POST    | /api/v1/webhooks                   | application/json | {"nothing":{}}    | 400
            GET     | /api/v1/chargers?limit=0&cursor=x  |                  |                   | 400
            GET     | /api/v1/webhooks//x                |                  |                   | 400
            GET     | //api/v1/webhooks                  |                  |                   | 400
            GET     | /api/v1/webhooks/%2e%2e%2fchargers |                  |                   | 400
            GET     | /api/v1/../v1/webhooks             |                  |                   | 400
            """)
    void hasDailyRateLimitHeadersAndAProblemOnFailure(
            String method, String path, String type, String body, int status) {
        ApiClient client = type == null ? live : live.header("Content-Type", type);
        long before = live.get(WEBHOOKS).number("RateLimit-Remaining");
        Answer answer = client.send(method, path, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.number("RateLimit-Remaining")).isEqualTo(before - 1);
        assertDaily(answer);
        if (status >= 400) {
            assertProblem(answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {WEBHOOKS, "/api/v1/nothing", "/docs", "/problems/not-found"})
    void hasSecurityHeadersForBrowsers(String path) {
        Answer answer = live.get(path);
        assertThat(answer.headers("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(answer.headers("X-Frame-Options")).containsExactly("DENY");
        assertThat(answer.headers("Referrer-Policy")).containsExactly("no-referrer");
        assertThat(answer.headers("Cache-Control")).containsExactly("no-store");
    }

    private static void assertDaily(Answer answer) {
        long remaining = answer.number("RateLimit-Remaining");
        long reset = answer.number("RateLimit-Reset");
        assertThat(answer.number("RateLimit-Limit")).isEqualTo(10_000);
        assertThat(answer.headers("RateLimit-Policy")).containsExactly("\"daily\";q=10000;w=86400");
        assertThat(answer.headers("RateLimit")).containsExactly("\"daily\";r=" + remaining + ";t=" + reset);
    }

    private static void assertProblem(Answer answer) {
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.json().path("status").intValue()).isEqualTo(answer.status());
        assertThat(answer.json().propertyNames()).startsWith("type", "title", "status", "detail");
    }

    /** A row that holds what no release ever wrote, and that must not be repeated to anybody. */
    @Test
    void anInternalErrorIsAProblemWithoutItsCause() throws SQLException {
        UUID command = UUID.randomUUID();
        long before = live.get(WEBHOOKS).number("RateLimit-Remaining");
        try (Connection connection = database();
                PreparedStatement insert = connection.prepareStatement("""
                        INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, answered,
                            response, created_at, expires_at)
                        VALUES (?, ?, 'live', 'CP', 'Reset', 'accepted', true, '{"password": hunter2', now(), now())""")) {
            insert.setObject(1, command);
            insert.setString(2, tenant.id());
            insert.execute();
        }

        Answer answer = live.get("/api/v1/commands/" + command);

        assertThat(answer.status()).as(answer.body()).isEqualTo(500);
        assertThat(answer.number("RateLimit-Remaining")).isEqualTo(before - 1);
        assertDaily(answer);
        assertProblem(answer);
        assertThat(answer.problem()).isEqualTo("internal-error");
        assertThat(answer.json().propertyNames()).containsExactly("type", "title", "status", "detail");
        assertThat(answer.body() + answer.response().headers().map())
                .doesNotContain("hunter2", "password", "Exception", "io.plugstream", "jackson", "\tat ");
    }

    private static Connection database() throws SQLException {
        Postgres postgres = Platform.get().postgres();
        return DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
    }

    @Test
    void everyFaultOfABodyIsListedAtOnce() {
        Answer answer = live.post(WEBHOOKS, "{\"url\":1,\"events\":[\"x\"],\"secret\":\"short\",\"more\":true}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.fields()).containsExactlyInAnyOrder("url", "events[0]", "secret", "more");
    }

    @Test
    void requestsThatDoNotAcceptJsonAreRefusedWithoutEffect() {
        Answer refused = live.header("Accept", "image/png").post(WEBHOOKS, HOOK.replace(",\"active\":true", ""));
        assertThat(refused.status()).isEqualTo(406);
        assertProblem(refused);
        assertDaily(refused);
        assertThat(live.header("Accept", "nonsense").get(WEBHOOKS).status()).isEqualTo(406);
        assertThat(live.header("Accept", "application/*;q=0.5").get(WEBHOOKS).body())
                .isEqualTo("{\"webhooks\":[]}");
    }

    @Test
    void aBodyHasAtMost64KiB() throws IOException {
        String padded = HOOK.replace(",\"active\":true", "");
        String full = padded.replace("}", " ".repeat(64 * 1024 - padded.length()) + "}");
        assertThat(live.post(WEBHOOKS, full).status()).isEqualTo(201);
        Answer over = live.post(WEBHOOKS, full + " ");
        assertThat(over.status()).isEqualTo(413);
        assertProblem(over);
        assertDaily(over);
        assertThat(chunked(full + " ", "0\r\n\r\n")).satisfies(raw -> {
            assertThat(raw.status()).isEqualTo(413);
            assertThat(raw.header("RateLimit-Policy")).contains("\"daily\";q=10000;w=86400");
            assertThat(raw.json().path("type").stringValue()).isEqualTo("/problems/content-too-large");
        });
        assertThat(live.get(WEBHOOKS).json().path("webhooks")).hasSize(1);
    }

    @Test
    void ofABodyWithABrokenChunkNothingIsUsed() throws IOException {
        assertThat(chunked(HOOK.replace(",\"active\":true", ""), "zz\r\n")).satisfies(raw -> {
            assertThat(raw.status()).isEqualTo(400);
            assertThat(raw.json().path("type").stringValue()).isEqualTo("/problems/invalid-request");
        });
        assertThat(live.get(WEBHOOKS).json().path("webhooks")).isEmpty();
    }

    /** @param end what follows the only chunk */
    private RawExchange chunked(String body, String end) throws IOException {
        String key = tenant.live()
                .get(WEBHOOKS)
                .response()
                .request()
                .headers()
                .firstValue("X-API-Key")
                .orElseThrow();
        return RawExchange.of(
                replica.port(),
                "POST " + WEBHOOKS + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: " + key
                        + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n" + end);
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void malformedRequestsGetAProblem(String request, int status) throws IOException {
        RawExchange raw = RawExchange.of(replica.port(), request);
        assertThat(raw.status()).as(raw.answer()).isEqualTo(status);
        assertThat(raw.header("Content-Type")).contains("application/problem+json");
        assertThat(raw.json().path("status").intValue()).isEqualTo(status);
        assertThat(raw.json().path("errors").isEmpty()).isEqualTo(status != 400);
        assertThat(raw.header("RateLimit-Policy")).contains("\"address\";q=60;w=60");
        assertThat(List.of("RateLimit", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"))
                .allSatisfy(name -> assertThat(raw.header(name)).isPresent());
    }

    static List<Object[]> unreadable() {
        String end = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        return List.of(
                new Object[] {"nonsense\r\n\r\n", 400},
                new Object[] {"GET /api/v1/webhooks HTTP/1.1\r\nConnection: close\r\n\r\n", 400},
                new Object[] {"GET /api/v1/webhooks" + end + "Host: elsewhere\r\n\r\n", 400},
                new Object[] {"GET /api/v1/webhooks/%zz" + end + "\r\n", 400},
                new Object[] {"GET /api/v1/chargers?limit=%zz" + end + "\r\n", 400},
                new Object[] {"GET /api/v1/webhooks" + end + "X-API-Key: caf\u00e9\u0001\r\n\r\n", 400},
                new Object[] {"GET /api/v1/webhooks" + end + "Bad Name: x\r\n\r\n", 400},
                new Object[] {"GET /api/v1/webhooks" + end + "Content-Length: many\r\n\r\n", 400},
                new Object[] {"GET /" + "x".repeat(5_000) + end + "\r\n", 414},
                new Object[] {"GET /api/v1/webhooks" + end + "X-Big: " + "x".repeat(17_000) + "\r\n\r\n", 431});
    }

    @ParameterizedTest
    @MethodSource("io.plugstream.api.http.ProblemLinks#all")
    void everyTypeOfProblemHasItsPage(String link) {
        Answer page = replica.client().get(link);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(page.header("RateLimit-Policy")).contains("\"address\";q=60;w=60");
    }
}
