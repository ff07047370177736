package io.plugstream.simulator.protocol;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads and checks the fields of a received payload. */
public record Fields(JsonNode payload) {

    private static final int LAST_YEAR = 9_999;

    public String text(String name) throws MalformedRequest {
        return required(name, optionalText(name));
    }

    /** A text of at most {@code longest} characters, counted as JSON Schema does. */
    public String text(String name, int longest) throws MalformedRequest {
        return required(name, optionalText(name, longest));
    }

    public @Nullable String optionalText(String name, int longest) throws MalformedRequest {
        var text = optionalText(name);
        if (text != null && text.codePointCount(0, text.length()) > longest) {
            throw new MalformedRequest(name, "must have at most " + longest + " characters");
        }
        return text;
    }

    public @Nullable String optionalText(String name) throws MalformedRequest {
        var value = payload.path(name);
        if (value.isMissingNode()) {
            return null;
        }
        if (!value.isString()) {
            throw new MalformedRequest(name, "must be text");
        }
        return value.stringValue();
    }

    public int number(String name) throws MalformedRequest {
        return required(name, optionalNumber(name));
    }

    public @Nullable Integer optionalNumber(String name) throws MalformedRequest {
        var value = payload.path(name);
        if (value.isMissingNode()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw new MalformedRequest(name, "must be a whole number");
        }
        return value.intValue();
    }

    public double decimal(String name) throws MalformedRequest {
        var value = payload.path(name);
        double decimal = value.doubleValue(Double.NaN);
        if (!Double.isFinite(decimal)) {
            throw new MalformedRequest(name, value.isMissingNode() ? "is missing" : "must be a number");
        }
        return decimal;
    }

    public boolean flag(String name) throws MalformedRequest {
        var value = payload.path(name);
        if (!value.isBoolean()) {
            throw new MalformedRequest(name, value.isMissingNode() ? "is missing" : "must be true or false");
        }
        return value.booleanValue();
    }

    /** False if missing. */
    public boolean optionalFlag(String name) throws MalformedRequest {
        return payload.has(name) && flag(name);
    }

    public Instant time(String name) throws MalformedRequest {
        return required(name, optionalTime(name));
    }

    /** A time of the years 0 to 9999 (RFC 3339, 5.6). */
    public @Nullable Instant optionalTime(String name) throws MalformedRequest {
        var text = optionalText(name);
        if (text == null) {
            return null;
        }
        try {
            var time = OffsetDateTime.parse(text);
            if (time.getYear() >= 0 && time.getYear() <= LAST_YEAR) {
                return time.toInstant();
            }
        } catch (DateTimeException _) {
            // Falls through.
        }
        throw new MalformedRequest(name, "must be a time");
    }

    /** The meaning of a field's word. */
    public <T> T word(String name, Map<String, T> words) throws MalformedRequest {
        return required(name, optionalWord(name, words));
    }

    public <T> @Nullable T optionalWord(String name, Map<String, T> words) throws MalformedRequest {
        var text = optionalText(name);
        if (text == null) {
            return null;
        }
        var word = words.get(text);
        if (word == null) {
            throw new MalformedRequest(
                    name,
                    "must be one of "
                            + String.join(", ", words.keySet().stream().sorted().toList()));
        }
        return word;
    }

    private static <T> T required(String name, @Nullable T value) throws MalformedRequest {
        if (value == null) {
            throw new MalformedRequest(name, "is missing");
        }
        return value;
    }
}
