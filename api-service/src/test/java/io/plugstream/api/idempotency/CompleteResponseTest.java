package io.plugstream.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

class CompleteResponseTest {

    @ParameterizedTest
    @ValueSource(strings = {"key", "password", "secret"})
    void secretsAreLeftOut(String field) {
        CompleteResponse response = response(201, "{\"id\":\"1\",\"" + field + "\":\"hush\",\"name\":null}");

        assertThat(response.withoutSecrets().body()).isEqualTo("{\"id\":\"1\",\"name\":null}");
        assertThat(response.withoutSecrets().status()).isEqualTo(201);
    }

    @Test
    void secretsOfABatchAreLeftOut() {
        CompleteResponse response = response(
                200, "{\"chargers\":[{\"chargeBoxId\":\"CP\",\"password\":\"hush\"},{\"chargeBoxId\":\"C2\"}]}");

        assertThat(response.withoutSecrets().body())
                .isEqualTo("{\"chargers\":[{\"chargeBoxId\":\"CP\"},{\"chargeBoxId\":\"C2\"}]}");
        assertThat(response).asString().doesNotContain("hush");
    }

    @Test
    void aResponseWithoutSecretsIsUnchanged() {
        CompleteResponse response =
                response(200, "{\"response\":{\"configurationKey\":[{\"key\":\"A\"}]}, \"n\": 1.50}");

        assertThat(response.withoutSecrets()).isEqualTo(response);
    }

    @Test
    void problemsAreUnchanged() {
        CompleteResponse response = response(400, "{\"key\":\"of a problem\"}");

        assertThat(response.withoutSecrets()).isEqualTo(response);
        assertThat(response.isToBeRetried()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void aFailureOrALimitThatPassesIsRetried(int status) {
        assertThat(response(status, "{}").isToBeRetried()).isTrue();
    }

    private static CompleteResponse response(int status, String body) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        return new CompleteResponse(status, headers, body);
    }
}
