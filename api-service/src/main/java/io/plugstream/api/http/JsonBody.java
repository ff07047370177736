package io.plugstream.api.http;

import io.plugstream.model.json.WireName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a JSON object field by field and collects faults, so that {@link #check()} can list all of them at once. An
 * absent, null or faulty field reads as null; values are valid only after {@link #check()}.
 */
public final class JsonBody {

    /** Larger bodies are refused. */
    public static final int MOST_BYTES = 64 * 1024;

    /** The methods of routes that read a body. */
    public static final Set<HttpMethod> METHODS = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

    /** Unknown fields that a response names. */
    private static final int MOST_UNKNOWN = 20;

    private final JsonNode object;
    private final String path;
    private final Set<String> known = new HashSet<>();
    private final List<Fault> faults;
    private final Set<String> unstorable;

    private JsonBody(JsonNode object) {
        this.object = object;
        this.path = "";
        this.faults = new ArrayList<>(UnstorableText.faults(object));
        this.unstorable = faults.stream().map(Fault::field).collect(Collectors.toUnmodifiableSet());
    }

    /** An object inside {@code whole}, which collects its faults. */
    private JsonBody(JsonNode object, String path, JsonBody whole) {
        this.object = object;
        this.path = path;
        this.faults = whole.faults;
        this.unstorable = whole.unstorable;
    }

    /**
     * Reads a controller's {@code @RequestBody JsonNode}.
     *
     * @throws io.plugstream.api.http.ProblemException if it is not a JSON object
     */
    public static JsonBody of(JsonNode body) {
        if (!body.isObject()) {
            throw Problem.invalid(List.of(new Fault("", "must be a JSON object")))
                    .exception();
        }
        return new JsonBody(body);
    }

    /** Rejects all fields, so that nobody sends a secret of their own and believes that it is used. */
    public static void checkEmpty(@Nullable JsonNode body) {
        if (body != null) {
            of(body).check();
        }
    }

    /** Whether the field is present, even as null. */
    public boolean has(String field) {
        return object.has(field);
    }

    /** An optional text of {@code min} to {@code max} characters, which is not blank unless it may be empty. */
    public @Nullable String text(String field, int min, int max) {
        String text = string(field);
        String fault = text == null ? null : textFault(text, min, max);
        if (fault != null) {
            fault(field, fault);
            return null;
        }
        return text;
    }

    /** Why a text is not one of {@code min} to {@code max} characters as {@link #text} reads it; null if it is. */
    public static @Nullable String textFault(String text, int min, int max) {
        int length = text.codePointCount(0, text.length());
        if (length < min || length > max) {
            return "must have " + min + " to " + max + " characters";
        }
        if (min > 0 && text.codePoints().allMatch(JsonBody::isSpace)) {
            return "must not be blank";
        }
        return text.codePoints().anyMatch(JsonBody::isUnprintable) ? "must not contain control characters" : null;
    }

    /** An optional string, which the caller checks. */
    public @Nullable String string(String field) {
        JsonNode value = value(field);
        if (value == null || value.isString()) {
            return value == null ? null : value.stringValue();
        }
        fault(field, "must be a string");
        return null;
    }

    public @Nullable String requiredText(String field, int min, int max) {
        return required(field) ? text(field, min, max) : null;
    }

    public <E extends WireName> @Nullable E choice(String field, E[] values) {
        JsonNode value = value(field);
        if (value == null) {
            return null;
        }
        for (E candidate : values) {
            if (value.isString() && candidate.wireName().equals(value.stringValue())) {
                return candidate;
            }
        }
        fault(
                field,
                "must be one of "
                        + Arrays.stream(values).map(WireName::wireName).collect(Collectors.joining(", ")));
        return null;
    }

    public @Nullable Boolean flag(String field) {
        JsonNode value = value(field);
        if (value == null) {
            return null;
        }
        if (!value.isBoolean()) {
            fault(field, "must be true or false");
            return null;
        }
        return value.booleanValue();
    }

    /** An optional whole number, which may be written with a fraction of zero, as JSON Schema allows. */
    public @Nullable Integer wholeNumber(String field, int min, int max) {
        JsonNode value = value(field);
        if (value == null) {
            return null;
        }
        if (!value.canConvertToExactIntegral()
                || !value.canConvertToInt()
                || value.intValue() < min
                || value.intValue() > max) {
            fault(field, "must be a whole number from " + min + " to " + max);
            return null;
        }
        return value.intValue();
    }

    /** An optional JSON object, which the caller checks. */
    public @Nullable ObjectNode object(String field) {
        JsonNode value = value(field);
        if (value == null || value instanceof ObjectNode) {
            return (ObjectNode) value;
        }
        fault(field, "must be a JSON object");
        return null;
    }

    /**
     * An optional list of {@code min} to {@code max} strings. Each entry that is not one is a fault.
     *
     * @param reader takes the place of each string, such as {@code events[1]}, and the string
     */
    public void texts(String field, int min, int max, BiConsumer<String, String> reader) {
        JsonNode value = list(field, min, max, "strings");
        for (int i = 0; value != null && i < value.size(); i++) {
            String place = field + '[' + i + ']';
            if (value.get(i).isString()) {
                reader.accept(place, value.get(i).stringValue());
            } else {
                fault(place, "must be a string");
            }
        }
    }

    /**
     * An optional list of {@code min} to {@code max} JSON objects. Read each like this one and end with {@link
     * #checkNames()}; {@link #check()} of this one lists their faults, and each entry that is not an object.
     */
    public @Nullable List<JsonBody> objects(String field, int min, int max) {
        JsonNode value = list(field, min, max, "JSON objects");
        return value == null
                ? null
                : IntStream.range(0, value.size())
                        .mapToObj(place -> entry(value.get(place), field + '[' + place + ']'))
                        .flatMap(Optional::stream)
                        .toList();
    }

    private @Nullable JsonNode list(String field, int min, int max, String entries) {
        JsonNode value = value(field);
        if (value == null) {
            return null;
        }
        if (!value.isArray()) {
            fault(field, "must be a list of " + entries);
            return null;
        }
        if (value.size() < min || value.size() > max) {
            fault(field, "must have " + min + " to " + max + " entries");
            return null;
        }
        return value;
    }

    private Optional<JsonBody> entry(JsonNode entry, String place) {
        if (entry.isObject()) {
            return Optional.of(new JsonBody(entry, path + place + '.', this));
        }
        fault(place, "must be a JSON object");
        return Optional.empty();
    }

    /** Whether the field is present and not null; adds a fault if not. */
    public boolean required(String field) {
        known.add(field);
        boolean present = object.hasNonNull(field);
        if (!present) {
            fault(field, object.has(field) ? "must not be null" : "is required");
        }
        return present;
    }

    /** Adds a fault of the caller's own, unless the field already has one for text that cannot be stored. */
    public void fault(String field, String message) {
        if (!unstorable.contains(path + field)) {
            faults.add(new Fault(path + field, message));
        }
    }

    /**
     * Ends the reading.
     *
     * @throws io.plugstream.api.http.ProblemException with all faults, including unknown fields
     */
    public void check() {
        checkNames();
        if (!faults.isEmpty()) {
            throw Problem.invalid(faults).exception();
        }
    }

    /** Adds a fault for each unknown field, but not for thousands of them. */
    public void checkNames() {
        object.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .limit(MOST_UNKNOWN)
                .forEach(name -> fault(name, "is not known here"));
    }

    /** Spaces that break a line, and no-break spaces. */
    private static boolean isSpace(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }

    private static boolean isUnprintable(int codePoint) {
        return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
    }

    private @Nullable JsonNode value(String field) {
        known.add(field);
        JsonNode value = object.get(field);
        return value == null || value.isNull() ? null : value;
    }
}
