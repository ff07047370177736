package io.plugstream.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

class AnswerTest {

    @ParameterizedTest
    @ValueSource(strings = {"key", "password", "secret"})
    void whatIsShownOnceIsLeftOut(String field) {
        Answer answer = answer(201, "{\"id\":\"1\",\"" + field + "\":\"hush\",\"name\":null}");

        assertThat(answer.withoutSecrets().body()).isEqualTo("{\"id\":\"1\",\"name\":null}");
        assertThat(answer.withoutSecrets().status()).isEqualTo(201);
    }

    @Test
    void aBatchHasASecretForEach() {
        Answer answer =
                answer(200, "{\"chargers\":[{\"chargeBoxId\":\"CP\",\"password\":\"hush\"},{\"chargeBoxId\":\"C2\"}]}");

        assertThat(answer.withoutSecrets().body())
                .isEqualTo("{\"chargers\":[{\"chargeBoxId\":\"CP\"},{\"chargeBoxId\":\"C2\"}]}");
        assertThat(answer).asString().doesNotContain("hush");
    }

    @Test
    void anAnswerWithoutSecretsStaysAsItIs() {
        Answer answer = answer(200, "{\"response\":{\"configurationKey\":[{\"key\":\"A\"}]}, \"n\": 1.50}");

        assertThat(answer.withoutSecrets()).isEqualTo(answer);
    }

    @Test
    void problemsStayAsTheyAre() {
        Answer answer = answer(400, "{\"key\":\"of a problem\"}");

        assertThat(answer.withoutSecrets()).isEqualTo(answer);
        assertThat(answer.isFailure()).isFalse();
        assertThat(answer(503, "{}").isFailure()).isTrue();
    }

    private static Answer answer(int status, String body) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        return new Answer(status, headers, body);
    }
}
