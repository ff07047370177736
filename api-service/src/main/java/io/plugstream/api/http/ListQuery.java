package io.plugstream.api.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * Reads the query parameters of a list or a stream and collects faults, so that {@link #check()} can list all of them
 * at once. An absent or faulty parameter reads as null.
 */
public final class ListQuery {

    private static final int LAST_YEAR = 9999;
    private static final int LONGEST_SEARCH = 100;
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern SPACE_OF_OFFSET = Pattern.compile(" (?=[0-9]{2}:[0-9]{2}$)");

    private static final String TIMESTAMP_RULE =
            "must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T09:00:00.000Z";

    /** The default number of entries on a page. */
    public static final int DEFAULT_LIMIT = 50;

    /** The most entries on a page. */
    public static final int MAX_LIMIT = 200;

    private final MultiValueMap<String, String> parameters;
    private final List<Fault> faults = new ArrayList<>();
    private final Set<String> known = new HashSet<>();

    private ListQuery(MultiValueMap<String, String> parameters) {
        this.parameters = parameters;
    }

    public static ListQuery of(MultiValueMap<String, String> parameters) {
        return new ListQuery(parameters);
    }

    /** The requested number of entries, 1 to {@value #MAX_LIMIT}; by default {@value #DEFAULT_LIMIT}. */
    public int limit() {
        Integer limit = read(
                "limit",
                text -> Optional.of(text)
                        .filter(DIGITS.asMatchPredicate())
                        .map(Integer::valueOf)
                        .filter(n -> n >= 1 && n <= MAX_LIMIT),
                "must be a whole number from 1 to " + MAX_LIMIT);
        return limit == null ? DEFAULT_LIMIT : limit;
    }

    /** A part of an id or a name to search for; empty if not wanted. */
    public String search() {
        String text = read(
                "search",
                value -> Optional.of(value).filter(ListQuery::isSearch),
                "must have 1 to " + LONGEST_SEARCH + " characters, none of them a control character");
        return Objects.requireNonNullElse(text, "");
    }

    private static boolean isSearch(String text) {
        return !text.isEmpty()
                && text.codePointCount(0, text.length()) <= LONGEST_SEARCH
                && text.codePoints().noneMatch(Character::isISOControl);
    }

    /** The cursor of {@code list} as {@code interpret} parses it; an empty result or an exception is a fault. */
    public <T> @Nullable T cursor(String list, Function<Cursor, Optional<T>> interpret) {
        return read(
                "cursor",
                text -> Cursor.parse(text)
                        .filter(cursor -> cursor.list().equals(list))
                        .flatMap(interpret),
                "must be a nextCursor of this list");
    }

    /** The id after which the page of {@code list} begins; empty for the first page. */
    public String after(String list, Predicate<String> isId) {
        String id = cursor(
                list,
                place -> Optional.of(place.values())
                        .filter(values -> values.size() == 1)
                        .map(List::getFirst)
                        .filter(isId));
        return Objects.requireNonNullElse(id, "");
    }

    /**
     * A timestamp in ISO 8601 with an offset and a four-digit year (RFC 3339). The offset's plus may come as a space,
     * which an unescaped plus of a query means.
     */
    public @Nullable Instant instant(String name) {
        return read(name, ListQuery::moment, TIMESTAMP_RULE);
    }

    private static Optional<Instant> moment(String text) {
        return Optional.of(OffsetDateTime.parse(SPACE_OF_OFFSET.matcher(text).replaceFirst("+")))
                .filter(time -> time.getYear() >= 0 && time.getYear() <= LAST_YEAR)
                .map(OffsetDateTime::toInstant);
    }

    /** All values of a parameter that may be repeated. */
    public Stream<String> values(String name) {
        known.add(name);
        return parameters.getOrDefault(name, List.of()).stream().map(value -> Objects.requireNonNullElse(value, ""));
    }

    /** Adds a fault of the caller's own. */
    public void fault(String name, String message) {
        Fault fault = new Fault(name, message);
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }

    /** The parameter as {@code parse} reads it; an empty result or an exception is the fault {@code message}. */
    public <T> @Nullable T read(String name, Function<String, Optional<T>> parse, String message) {
        known.add(name);
        List<String> values = parameters.get(name);
        if (values == null || values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            faults.add(new Fault(name, "must be given once"));
            return null;
        }
        Optional<T> value = attempt(parse, values.getFirst());
        if (value.isEmpty()) {
            faults.add(new Fault(name, message));
        }
        return value.orElse(null);
    }

    /**
     * Ends the reading. An unknown parameter is a fault, because a misspelled filter would otherwise filter nothing.
     *
     * @throws io.plugstream.api.http.ProblemException with all faults
     */
    public void check() {
        parameters.keySet().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> faults.add(new Fault(name, "is not a parameter here")));
        if (!faults.isEmpty()) {
            throw Problem.invalid(faults).exception();
        }
    }

    private static <T> Optional<T> attempt(Function<String, Optional<T>> parse, @Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            return parse.apply(text);
        } catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException _) {
            return Optional.empty();
        }
    }
}
