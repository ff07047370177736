package io.plugstream.gateway.payload;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads optional fields of a payload that an {@link Inspection} found to be valid. A missing field is null. */
public final class ValidPayload {

    private ValidPayload() {}

    public static @Nullable String text(JsonNode object, String name) {
        JsonNode text = object.get(name);
        return text == null ? null : text.stringValue();
    }

    /** An integer beyond 32 bits, where that was tolerated, is null, too. */
    public static @Nullable Integer integer(JsonNode object, String name) {
        JsonNode number = object.get(name);
        return number == null || !number.canConvertToInt() ? null : Integer.valueOf(number.intValue());
    }

    public static @Nullable Instant time(JsonNode object, String name) {
        return ChargerTime.parse(object.path(name).stringValue("")).orElse(null);
    }
}
