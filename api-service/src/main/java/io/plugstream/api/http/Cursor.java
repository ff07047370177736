package io.plugstream.api.http;

import io.plugstream.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/**
 * The end of a page: the sort values of its last entry. Opaque to clients. It stays valid while entries are added or
 * removed, because it is a position in the sort order and no offset.
 *
 * @param list the list, such as {@code deliveries/} and the webhook's id; the cursor is a fault in any other list
 */
public record Cursor(String list, List<String> values) {

    private static final int LONGEST = 1_024;

    public Cursor {
        values = List.copyOf(values);
    }

    public static Cursor of(String list, String... values) {
        return new Cursor(list, List.of(values));
    }

    /** The cursor as clients receive it. */
    public String text() {
        byte[] json = Json.mapper()
                .writeValueAsBytes(
                        Stream.concat(Stream.of(list), values.stream()).toList());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /** Empty if {@link #text} cannot have produced it. */
    static Optional<Cursor> parse(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            byte[] json = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.US_ASCII));
            List<String> all = List.of(Json.mapper().readValue(json, String[].class));
            return Optional.of(new Cursor(all.getFirst(), all.subList(1, all.size())))
                    .filter(cursor ->
                            !cursor.values().isEmpty() && cursor.text().equals(text));
        } catch (IllegalArgumentException | JacksonException | NullPointerException | NoSuchElementException _) {
            return Optional.empty();
        }
    }
}
