package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that mean no good are the client's fault, each with the field that is wrong. */
class HostileRequestsIT {

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    @ParameterizedTest
    @ValueSource(
            strings = {"http://127.0.0.1:-1/", "http://127.0.0.1:x/", "http://[::1]:-1/", "http://example.com:-1/"})
    void anInvalidPortIsAFaultOfTheUrl(String url) {
        Answer answer = live.post("/api/v1/webhooks", "{\"url\":\"%s\",\"events\":[\"charger.boot\"]}".formatted(url));

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.fields()).containsExactly("url");
    }

    /** An empty list, an object, null, a list of null, two values, a number: decoded they are no cursor of any list. */
    @ParameterizedTest
    @ValueSource(
            strings = {"W10", "e30", "bnVsbA", "W251bGxd", "WyJhIiwiYiJd", "WzFd", "WyIiXQ", "WyJcdTAwMDAiXQ", "%00"})
    void everyListRefusesForeignCursors(String cursor) {
        String webhook = live.post(
                        "/api/v1/webhooks", "{\"url\":\"http://127.0.0.1:9/\",\"events\":[\"charger.boot\"]}")
                .json()
                .path("id")
                .stringValue();
        live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}");
        for (String list : List.of(
                "/api/v1/chargers",
                "/api/v1/chargers/CP-1/commands",
                "/api/v1/chargers/CP-1/handshakes",
                "/api/v1/commands/" + UUID.randomUUID() + "/report",
                "/api/v1/handshakes",
                "/api/v1/transactions",
                "/api/v1/transactions/1/meter-values",
                "/api/v1/webhooks/" + webhook + "/deliveries")) {
            Answer answer = live.get(list + "?cursor=" + cursor);
            assertThat(answer.status()).as(list + ' ' + answer.body()).isEqualTo(400);
            assertThat(answer.fields()).as(list).containsExactly("cursor");
        }
    }

    @Test
    void aCompressedBodyIsRefusedAsSuch() {
        Answer refused = live.header("Content-Encoding", "gzip").post("/api/v1/chargers", "{}");

        assertThat(refused.status()).as(refused.body()).isEqualTo(415);
        assertThat(refused.header("Accept-Encoding")).contains("identity");
        assertThat(live.header("Content-Encoding", "gzip")
                        .get("/api/v1/chargers")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void u0000IsRefusedInEveryText() {
        live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(new Story(tenant.id(), "CP-1").connected());
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> "online"
                        .equals(live.get("/api/v1/chargers/CP-1")
                                .json()
                                .path("status")
                                .stringValue()));

        assertThat(refused(
                        "/api/v1/chargers/CP-1/commands",
                        "{\"action\":\"RemoteStartTransaction\",\"payload\":{\"idTag\":\"a\\u0000b\"}}"))
                .containsExactly("payload.idTag");
        assertThat(refused(
                        "/api/v1/chargers/CP-1/commands",
                        "{\"action\":\"GetConfiguration\",\"payload\":{\"key\":[\"a\",\"\\u0000\"]}}"))
                .containsExactly("payload.key[1]");
        assertThat(refused(
                        "/api/v1/chargers/CP-1/commands",
                        "{\"action\":\"DataTransfer\",\"payload\":{\"vendorId\":\"v\",\"data\":\"\\ud800\"}}"))
                .containsExactly("payload.data");
        assertThat(refused("/api/v1/chargers", "{\"chargeBoxId\":\"CP-2\",\"name\":\"\\u0000\"}"))
                .containsExactly("name");
        assertThat(refused(
                        "/api/v1/webhooks", "{\"url\":\"http://127.0.0.1:9/\",\"events\":[\"charger.boot\\u0000\"]}"))
                .containsExactly("events[0]");
        assertThat(refused("/api/v1/chargers", "{\"chargeBoxId\":\"CP-2\",\"\\u0000\":1}"))
                .containsExactly("\u0000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"name":"a","chargeBoxId":"/","name":"b"}         | name             | must be given once
                    {"chargers":[{},{"a":{"b":1,"b":[2]}}]}           | chargers[1].a.b  | must be given once
                    {"chargeBoxId":"CP-2"} {}                         | ''               | must be one JSON object
                    ' '                                               | ''               | must be one JSON object
                    {"chargeBoxId":"CP-2"                             | ''               | is not well-formed JSON
                    """)
    void aBodyThatIsNotOneObjectIsToldWhy(String body, String field, String message) {
        Answer refused = live.post("/api/v1/chargers", body);

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.json().path("errors"))
                .hasToString("[{\"field\":\"%s\",\"message\":\"%s\"}]".formatted(field, message));
    }

    @Test
    void aBodyBeyondTheReadersLimitsIsToldWhy() {
        Answer refused = live.post("/api/v1/chargers", "[".repeat(2_000));

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("is nested too deeply, or has a number or a field name that is too long");
    }

    /** Else a path that names the charger {@code CP;1} without an escape would mean the charger {@code CP}. */
    @Test
    void aSemicolonInAPathDoesNotHideTheRestOfAnId() {
        live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP\"}");
        live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP;1\"}");

        Answer refused = live.delete("/api/v1/chargers/CP;1");

        assertThat(refused.status()).as(refused.body()).isEqualTo(404);
        assertThat(refused.body()).contains("%3B");
        assertThat(live.get("/api/v1/chargers/CP").status()).isEqualTo(200);
        assertThat(live.delete("/api/v1/chargers/CP%3B1").status()).isEqualTo(200);
    }

    /**
     * Bytes that are no UTF-8 would be read as U+FFFD, and raw ones as ISO 8859-1, so that a filter would silently match
     * nothing. A fragment would hide the end of an id.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/chargers?search=%FF",
                "/api/v1/chargers?search=%C0%80",
                "/api/v1/chargers?search=%ED%A0%80",
                "/api/v1/chargers?search=Z\u00fcrich",
                "/api/v1/transactions?chargeBoxId=Z%FCrich",
                "/api/v1/chargers/%FF",
                "/api/v1/chargers/Z\u00c3\u00bcrich",
                "/api/v1/chargers/CP-1#2"
            })
    void anAddressThatIsNotPercentEncodedUtf8IsRefused(String target) throws IOException {
        RawExchange raw = RawExchange.of(replica.port(), head("GET", target) + "Connection: close\r\n\r\n");

        assertThat(raw.status()).as(raw.answer()).isEqualTo(400);
        assertThat(raw.answer()).contains("percent-encoded UTF-8");
    }

    /** The field that is read when the fault is found is not stored yet; here that is the Host. */
    @Test
    void aFieldThatIsTooLongHidesNoHost() throws IOException {
        RawExchange raw = RawExchange.of(
                replica.port(),
                "GET /api/v1/usage HTTP/1.1\r\nHost: localhost\r\nX-Big: " + "x".repeat(17_000) + "\r\n\r\n");

        assertThat(raw.status()).as(raw.answer()).isEqualTo(431);
    }

    /** The server asks for the body after it has counted the call. */
    @Test
    void aBrokenChunkOfACountedCallIsRefusedWithTheLimitOfTheDay() throws IOException {
        String sign = "HTTP/1.1 100 Continue\r\n\r\n";
        RawExchange both = RawExchange.inTwoParts(
                replica.port(), chunked("POST", "/api/v1/chargers") + "Expect: 100-continue\r\n\r\n", sign, "zz\r\n");

        RawExchange raw = new RawExchange(both.answer().substring(sign.length()));
        assertThat(raw.status()).as(raw.answer()).isEqualTo(400);
        assertThat(raw.header("RateLimit-Policy").orElseThrow()).startsWith("\"daily\";");
    }

    @ParameterizedTest
    @CsvSource({"POST, /api/v1/nothing, 404", "POST, /api/v1/usage, 405"})
    void aBrokenChunkAfterTheResponseGetsNoSecondOne(String method, String path, int status) throws IOException {
        RawExchange raw =
                RawExchange.inTwoParts(replica.port(), chunked(method, path) + "\r\n", "\"detail\"", "zz\r\n");

        assertThat(raw.status()).as(raw.answer()).isEqualTo(status);
        assertThat(raw.answer()).containsOnlyOnce("HTTP/1.1 ");
    }

    @Test
    void aBodyBeyond64KiBHasNoEffectWhereNoBodyIsRead() throws IOException {
        live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}");
        String delete = chunked("DELETE", "/api/v1/chargers/CP-1") + "Connection: close\r\n\r\n";
        String chunk = "10000\r\n" + "x".repeat(64 * 1024) + "\r\n";

        RawExchange over = RawExchange.of(replica.port(), delete + chunk + "1\r\nx\r\n0\r\n\r\n");

        assertThat(over.status()).as(over.answer()).isEqualTo(413);
        assertThat(live.get("/api/v1/chargers/CP-1").status()).isEqualTo(200);
        assertThat(RawExchange.of(replica.port(), delete + chunk + "0\r\n\r\n").status())
                .isEqualTo(200);
    }

    /** RFC 8259, 8.1: JSON is UTF-8. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE"})
    void jsonInAnotherEncodingIsRefused(String encoding) throws IOException {
        String body = "{\"chargeBoxId\":\"CP-1\"}";
        String encoded = new String(body.getBytes(Charset.forName(encoding)), StandardCharsets.ISO_8859_1);

        RawExchange raw = RawExchange.of(
                replica.port(),
                head("POST", "/api/v1/chargers") + "Connection: close\r\nContent-Length: " + encoded.length()
                        + "\r\n\r\n" + encoded);

        assertThat(raw.status()).as(raw.answer()).isEqualTo(400);
        assertThat(raw.json().path("errors"))
                .hasToString("[{\"field\":\"\",\"message\":\"must be encoded in UTF-8\"}]");
    }

    private String chunked(String method, String path) {
        return head(method, path) + "Transfer-Encoding: chunked\r\n";
    }

    private String head(String method, String path) {
        String key = live.get("/api/v1/usage")
                .response()
                .request()
                .headers()
                .firstValue("X-API-Key")
                .orElseThrow();
        return method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + key
                + "\r\nContent-Type: application/json\r\n";
    }

    private List<String> refused(String path, String body) {
        Answer answer = live.post(path, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        return answer.fields();
    }
}
