package io.plugstream.gateway.ocpp;

import tools.jackson.databind.JsonNode;

/**
 * Text that cannot be stored: U+0000, which databases reject, and half a surrogate pair, which UTF-8 cannot encode.
 * Messages that contain it are rejected.
 */
public final class UnstorableText {

    private UnstorableText() {}

    /** Whether a name or a text value in {@code json} contains it. */
    public static boolean isIn(JsonNode json) {
        if (json.isString()) {
            return isIn(json.stringValue());
        }
        if (json.isObject()) {
            return json.properties().stream().anyMatch(field -> isIn(field.getKey()) || isIn(field.getValue()));
        }
        return json.isArray() && json.valueStream().anyMatch(UnstorableText::isIn);
    }

    public static boolean isIn(String text) {
        return text.codePoints()
                .anyMatch(character -> character == 0 || Character.getType(character) == Character.SURROGATE);
    }
}
