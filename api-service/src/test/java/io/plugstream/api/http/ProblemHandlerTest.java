package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(OutputCaptureExtension.class)
class ProblemHandlerTest {

    private final ProblemHandler handler = new ProblemHandler(JsonMapper.shared());

    @Test
    void theLogNamesTheRequestThatFailedWithoutItsQuery(CapturedOutput output) {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get("/portal/callback?code=abc"));
        handler.handle(exchange, new IllegalStateException("a bug")).block();

        assertThat(exchange.getResponse().getStatusCode()).hasToString("500 INTERNAL_SERVER_ERROR");
        assertThat(output.getAll())
                .contains("GET /portal/callback failed", "a bug")
                .doesNotContain("abc");
    }
}
