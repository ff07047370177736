package io.plugstream.model.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttemptTest {

    @Test
    void headersStayInTheirOrder() {
        Map<String, String> sent = new LinkedHashMap<>();
        for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature", "content-type", "host")) {
            sent.put(name, name);
        }

        Attempt attempt = new Attempt("https://example.com/", sent, "{}", null, null);

        assertThat(attempt.headers().keySet()).containsExactlyElementsOf(sent.keySet());
    }
}
