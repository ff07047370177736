package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.server.NotAcceptableStatusException;

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

    @ParameterizedTest
    @ValueSource(strings = {";", " ;; ", ";q=1", "\"x\";", "text/html, ;"})
    void aRangeWithoutATypeIsNotAcceptable(String accept) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.ACCEPT, accept);

        assertThatThrownBy(() -> AcceptedTypes.of(headers)).isInstanceOf(NotAcceptableStatusException.class);
    }
}
