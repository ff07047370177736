package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the media types in {@code Accept} change. */
class AcceptedTypesIT {

    private final ApiClient live = Tenant.of(Replicas.first(), Tier.GROWTH).live();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/json;q=0                     | 406
            */*;q=0                                  | 406
            application/json;q=0, */*                | 406
            application/*;q=0.0, text/html           | 406
            application/json, */*;q=0                | 200
            application/*;q=0, application/json;q=.1 | 200
            """)
    void aMediaTypeOfWeight0IsNotAcceptable(String accept, int status) {
        assertThat(live.header("Accept", accept).get("/api/v1/webhooks").status())
                .isEqualTo(status);
    }

    /** RFC 8259, 8.1 and 11: JSON is UTF-8 and has no charset. Most charsets have no encoder either. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;charset=ISO-8859-1",
                "application/json;charset=UTF-16",
                "application/json;charset=UTF-16BE",
                "application/json;charset=US-ASCII;q=0.5, */*;q=0.1",
                "application/json;charset=nonsense, text/html;charset=nonsense;q=0.1",
                "application/json;charset=",
                "application/json;x=\"a,b;q=0\";q=1",
                "application/json;version=2"
            })
    void parametersOfMediaTypesChangeNothing(String accept) {
        Answer created = live.header("Accept", accept)
                .post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\",\"name\":\"Gar\u00e4ge\"}");

        assertThat(created.status()).as(created.body()).isEqualTo(201);
        assertThat(created.header("Content-Type")).contains("application/json");
        assertThat(created.json().path("name").stringValue()).isEqualTo("Gar\u00e4ge");
    }

    /** Spring sorts at most 50. */
    @Test
    void moreTypesThanAnybodyNeedsAreNotAcceptable() {
        String types = "text/plain, ".repeat(50) + "application/json";
        assertThat(live.header("Accept", types).get("/api/v1/webhooks").status())
                .isEqualTo(406);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*;charset=ISO-8859-1", "text/html;charset=ISO-8859-1"})
    void aPageIsHtmlInUtf8(String accept) {
        Answer page = live.header("Accept", accept).get("/problems/not-found");

        assertThat(page.status()).as(page.body()).isEqualTo(200);
        assertThat(page.header("Content-Type")).contains("text/html;charset=UTF-8");
    }
}
