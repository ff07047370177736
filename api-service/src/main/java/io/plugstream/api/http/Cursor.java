package io.plugstream.api.http;

import io.plugstream.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * Where a page of a list ended: the sort values of its last entry. Opaque to clients, and right while entries are added or
 * removed, because it names a place in the order and not a count.
 */
public record Cursor(List<String> values) {

    private static final int LONGEST = 1_024;

    public Cursor {
        values = List.copyOf(values);
    }

    public static Cursor of(String... values) {
        return new Cursor(List.of(values));
    }

    /** As clients see it. */
    public String text() {
        byte[] json = Json.mapper().writeValueAsBytes(values);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /** Empty if it is nothing that {@link #text} ever gave. */
    static Optional<Cursor> parse(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            byte[] json = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.US_ASCII));
            return Optional.of(new Cursor(List.of(Json.mapper().readValue(json, String[].class))))
                    .filter(cursor ->
                            !cursor.values().isEmpty() && cursor.text().equals(text));
        } catch (IllegalArgumentException | JacksonException | NullPointerException _) {
            return Optional.empty();
        }
    }
}
