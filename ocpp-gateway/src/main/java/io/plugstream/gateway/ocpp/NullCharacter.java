package io.plugstream.gateway.ocpp;

import tools.jackson.databind.JsonNode;

/** U+0000, which databases and many languages cannot hold in a text: a message that has it is refused, never stored. */
public final class NullCharacter {

    private static final char NULL = '\u0000';

    private NullCharacter() {}

    /** Whether a text in {@code json}, a name or a value, holds it. */
    public static boolean isIn(JsonNode json) {
        if (json.isString()) {
            return isIn(json.stringValue());
        }
        if (json.isObject()) {
            return json.properties().stream().anyMatch(field -> isIn(field.getKey()) || isIn(field.getValue()));
        }
        return json.isArray() && json.valueStream().anyMatch(NullCharacter::isIn);
    }

    /** Whether {@code text} holds it. */
    public static boolean isIn(String text) {
        return text.indexOf(NULL) >= 0;
    }
}
