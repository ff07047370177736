package io.plugstream.gateway.ocpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import org.junit.jupiter.api.Test;

class FrameWriterTest {

    @Test
    void writesAResult() {
        var payload = Json.mapper().createObjectNode().put("status", "Accepted");

        assertThat(FrameWriter.write(new CallResult("a\"b", payload)))
                .isEqualTo("[3,\"a\\\"b\",{\"status\":\"Accepted\"}]");
    }

    @Test
    void writesAnErrorWithEmptyDetails() {
        assertThat(FrameWriter.write(CallError.of(
                        "7", ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION, "idTag is missing", Dialect.OCPP_1_6)))
                .isEqualTo("[4,\"7\",\"OccurenceConstraintViolation\",\"idTag is missing\",{}]");
    }
}
