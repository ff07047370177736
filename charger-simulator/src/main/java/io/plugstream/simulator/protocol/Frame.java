package io.plugstream.simulator.protocol;

import io.plugstream.model.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** An OCPP-J message (OCPP 1.6-J, section 4; the same in 2.0.1). */
public sealed interface Frame {

    int CALL = 2;
    int RESULT = 3;
    int ERROR = 4;

    record Call(String id, String action, JsonNode payload) implements Frame {}

    record Result(String id, JsonNode payload) implements Frame {}

    record Failure(String id, String code, String description) implements Frame {}

    /** Parses a frame; empty if the text is not one. */
    static Optional<Frame> read(String text) {
        try {
            var parts = Json.mapper().readTree(text);
            var id = parts.path(1);
            if (!parts.isArray() || !id.isString()) {
                return Optional.empty();
            }
            return switch (parts.path(0).asInt(0)) {
                case CALL ->
                    Optional.of(parts)
                            .filter(call ->
                                    call.path(2).isString() && call.path(3).isObject())
                            .map(call -> new Call(id.stringValue(), call.path(2).stringValue(), call.path(3)));
                case RESULT -> Optional.of(new Result(id.stringValue(), parts.path(2)));
                case ERROR ->
                    Optional.of(new Failure(
                            id.stringValue(),
                            parts.path(2).asString(""),
                            parts.path(3).asString("")));
                default -> Optional.empty();
            };
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    static String call(String id, Protocol.Call call) {
        return write(List.of(CALL, id, call.action(), call.payload()));
    }

    static String result(String id, Map<String, ?> payload) {
        return write(List.of(RESULT, id, payload));
    }

    static String failure(String id, String code, String description) {
        return write(List.of(ERROR, id, code, description, Map.of()));
    }

    private static String write(List<?> frame) {
        return Json.mapper().writeValueAsString(frame);
    }
}
