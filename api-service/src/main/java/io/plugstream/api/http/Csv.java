package io.plugstream.api.http;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** Writes comma-separated values (RFC 4180). */
public final class Csv {

    /** The media type in route mappings. */
    public static final String TYPE = "text/csv";

    /** The media type of records below a header record. */
    public static final MediaType WITH_HEADER = MediaType.parseMediaType(TYPE + ";charset=UTF-8;header=present");

    /** Spreadsheets take a cell that starts with one of these for a formula. */
    private static final String FORMULA = "=+-@\t\r";

    private static final String SPECIAL = ",\"\r\n";

    private Csv() {}

    /**
     * One record with its line break.
     *
     * @param cells null becomes an empty cell; a text that starts like a formula gets a leading apostrophe, a number
     *     does not
     */
    public static String line(List<? extends @Nullable Object> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String cell(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case CharSequence text -> quoted(harmless(text.toString()));
            case Object other -> quoted(other.toString());
        };
    }

    private static String harmless(String text) {
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(character -> SPECIAL.indexOf(character) >= 0);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
