package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

class AcceptedTypesTest {

    /** Far more than the server takes: the size of a stack must not matter. */
    private static final int LONG = 100_000;

    @Test
    void aLongQuotedParameterIsIgnored() {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.ACCEPT, "application/json;x=\"" + "a".repeat(LONG) + "\\\"".repeat(LONG) + "\";q=0.5");

        assertThat(AcceptedTypes.of(headers))
                .containsExactly(new MediaType(MediaType.APPLICATION_JSON.getType(), "json", 0.5));
    }
}
