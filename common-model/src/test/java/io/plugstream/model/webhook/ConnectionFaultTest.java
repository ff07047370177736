package io.plugstream.model.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionFaultTest {

    @ParameterizedTest
    @EnumSource
    void isReadAsItIsWritten(ConnectionFault fault) {
        assertThat(read(Json.mapper().writeValueAsString(attempt(fault))).fault())
                .isEqualTo(fault);
    }

    @Test
    void anAttemptWithAFaultOfANewerReleaseIsRead() {
        String newer =
                Json.mapper().writeValueAsString(attempt(ConnectionFault.TLS)).replace("tls", "moon_in_the_way");

        assertThat(read(newer)).isEqualTo(attempt(null));
    }

    private static Attempt attempt(@Nullable ConnectionFault fault) {
        return new Attempt("https://example.com/", Map.of("webhook-id", "1"), "{}", null, fault);
    }

    private static Attempt read(String json) {
        return Objects.requireNonNull(Json.mapper().readValue(json, Attempt.class));
    }
}
