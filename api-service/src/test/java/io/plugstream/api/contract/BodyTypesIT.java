package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the media type of a body changes. */
class BodyTypesIT {

    private static final String PASSWORD = "/api/v1/chargers/CP-1/password";

    private final ApiReplica replica = Replicas.first();
    private final ApiClient live = Tenant.of(replica, Tier.GROWTH).live();

    @BeforeEach
    void register() {
        live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/vnd.x+json",
                "application/json-patch+json",
                "application/x-ndjson",
                "text/json",
                "text/plain;charset=UTF-8",
                "text/plain;x=\"application/json\""
            })
    void onlyJsonItselfIsABody(String type) {
        Answer refused = live.header("Content-Type", type).send("PATCH", "/api/v1/chargers/CP-1", "{\"name\":\"a\"}");

        assertThat(refused.status()).as(refused.body()).isEqualTo(415);
        assertThat(refused.header("Accept")).contains("application/json");
        assertThat(refused.header("Accept-Patch")).contains("application/json");
    }

    /** RFC 8259, 8.1 and 11: JSON is UTF-8, and its media type has no parameters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;charset=ISO-8859-1",
                "application/json;charset=nonsense",
                "Application/JSON ; charset=\"UTF-8\"",
                "application/json;charset=",
                "application/json;version=2"
            })
    void parametersOfJsonChangeNothing(String type) {
        Answer renamed =
                live.header("Content-Type", type).send("PATCH", "/api/v1/chargers/CP-1", "{\"name\":\"Gar\u00e4ge\"}");

        assertThat(renamed.status()).as(renamed.body()).isEqualTo(200);
        assertThat(renamed.json().path("name").stringValue()).isEqualTo("Gar\u00e4ge");
    }

    /** RFC 9112, 6.3: without a length and without chunks there is no body. */
    @Test
    void theTypeOfABodyWithoutLengthIsIgnored() throws IOException {
        assertThat(send(PASSWORD, "Content-Type: text/plain\r\n", "").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/chargers/CP-1/password |                                                             | 200
            /api/v1/chargers/CP-1/password | Content-Type: text/plain                                    | 200
            /api/v1/chargers/CP-1/password | Content-Type: application/x-www-form-urlencoded             | 200
            /api/v1/chargers/CP-1/password | Idempotency-Key: a                                          | 200
            /api/v1/chargers               |                                                             | 400
            /api/v1/chargers               | Content-Type: text/plain                                    | 400
            /api/v1/chargers               | Content-Type: application/json                              | 400
            /api/v1/nothing                | Content-Type: text/plain                                    | 404
            """)
    void chunksWithoutContentAreNoBody(String path, String field, int status) throws IOException {
        String type = field == null ? "" : field + "\r\n";

        RawExchange none = send(path, type, "");
        RawExchange empty = send(path, type + "Transfer-Encoding: chunked\r\n", "0\r\n\r\n");

        assertThat(empty.status()).as(empty.answer()).isEqualTo(status).isEqualTo(none.status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Type: text/plain\r\n", "Idempotency-Key: a\r\nContent-Type: text/plain\r\n"})
    void chunksOfAnotherTypeAreRefused(String type) throws IOException {
        RawExchange refused = send(PASSWORD, type + "Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n");

        assertThat(refused.status()).as(refused.answer()).isEqualTo(415);
    }

    private RawExchange send(String path, String fields, String body) throws IOException {
        String key = live.get("/api/v1/usage")
                .response()
                .request()
                .headers()
                .firstValue("X-API-Key")
                .orElseThrow();
        return RawExchange.of(
                replica.port(),
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: " + key + "\r\n"
                        + fields + "\r\n" + body);
    }
}
