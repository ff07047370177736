package io.plugstream.gateway.ocpp;

import io.plugstream.model.json.Json;
import java.util.List;
import java.util.Map;

/** Writes messages as text frames. */
public final class FrameWriter {

    private FrameWriter() {}

    public static String write(OcppMessage message) {
        List<Object> frame = switch (message) {
            case Call(var id, var action, var payload) -> List.of(2, id, action, payload);
            case CallResult(var id, var payload) -> List.of(3, id, payload);
            case CallError(var id, var code, var description) -> List.of(4, id, code, description, Map.of());
        };
        return Json.mapper().writeValueAsString(frame);
    }
}
