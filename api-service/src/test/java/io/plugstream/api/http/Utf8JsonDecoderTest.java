package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.model.json.Json;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

class Utf8JsonDecoderTest {

    private final Utf8JsonDecoder decoder = new Utf8JsonDecoder(Json.mapper());

    @Test
    void theCharsetOfTheTypeHasNoEffect() {
        assertThat(decoded("\"é\"", StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1))
                .hasToString("\"é\"");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> decoded("{}", StandardCharsets.UTF_16, StandardCharsets.UTF_16));
    }

    @Test
    void aBodyMayHaveOneByte() {
        assertThat(decoded("7", StandardCharsets.UTF_8, StandardCharsets.UTF_8)).hasToString("7");
    }

    private @Nullable Object decoded(String json, Charset encoding, Charset named) {
        return decoder.decodeToMono(
                        Mono.fromSupplier(() -> DefaultDataBufferFactory.sharedInstance.wrap(json.getBytes(encoding))),
                        ResolvableType.forClass(JsonNode.class),
                        new MediaType(MediaType.APPLICATION_JSON, named),
                        null)
                .block();
    }
}
