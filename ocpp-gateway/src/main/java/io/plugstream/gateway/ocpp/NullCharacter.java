package io.plugstream.gateway.ocpp;

import tools.jackson.databind.JsonNode;

/** U+0000, which databases and many languages cannot store in a text. Messages that contain it are rejected. */
public final class NullCharacter {

    private static final char NULL = '\u0000';

    private NullCharacter() {}

    /** Whether a name or a text value in {@code json} contains it. */
    public static boolean isIn(JsonNode json) {
        if (json.isString()) {
            return isIn(json.stringValue());
        }
        if (json.isObject()) {
            return json.properties().stream().anyMatch(field -> isIn(field.getKey()) || isIn(field.getValue()));
        }
        return json.isArray() && json.valueStream().anyMatch(NullCharacter::isIn);
    }

    /** Whether {@code text} contains it. */
    public static boolean isIn(String text) {
        return text.indexOf(NULL) >= 0;
    }
}
