package io.plugstream.benchmark.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class MessageTest {

    @Test
    void aFrameHasACallWithItsId() {
        ByteBuffer frame = Message.meterValue("ocpp1.6").frame(1_234);

        assertThat(frame.getShort(2)).isEqualTo((short) (frame.limit() - 8));
        byte[] payload = new byte[frame.limit() - 8];
        frame.get(8, payload);
        JsonNode call = Json.mapper().readTree(payload);
        assertThat(call.get(1).stringValue()).isEqualTo("0000001234");
        assertThat(call.get(2).stringValue()).isEqualTo("MeterValues");
        assertThat(Message.id(payload)).isEqualTo(1_234);
    }

    @Test
    void anAnswerHasItsIdAndAnErrorIsNotAnAnswer() {
        assertThat(Message.id(bytes("[3,\"0000000042\",{}]"))).isEqualTo(42);
        assertThatThrownBy(() -> Message.id(bytes("[4,\"0000000042\",\"InternalError\",\"\",{}]")))
                .hasMessageContaining("InternalError");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
