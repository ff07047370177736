package io.plugstream.api.http;

import io.plugstream.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * The end of a page: the sort values of its last entry. Opaque to clients. It stays valid while entries are added or
 * removed, because it is a position in the sort order and no offset.
 */
public record Cursor(List<String> values) {

    private static final int LONGEST = 1_024;

    public Cursor {
        values = List.copyOf(values);
    }

    public static Cursor of(String... values) {
        return new Cursor(List.of(values));
    }

    /** The cursor as clients receive it. */
    public String text() {
        byte[] json = Json.mapper().writeValueAsBytes(values);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /** Empty if {@link #text} cannot have produced it. */
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
