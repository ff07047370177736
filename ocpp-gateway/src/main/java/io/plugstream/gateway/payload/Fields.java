package io.plugstream.gateway.payload;

import io.plugstream.gateway.ocpp.ErrorCode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the fields of an object and notes violations instead of throwing. An invalid field reads as an empty value, so
 * the result is usable only if {@link #judged} returns it as valid. Every allowed field must be read: unread fields are
 * violations, or deviations where that is tolerated.
 */
public final class Fields {

    private final ObjectNode object;
    private final Strictness strictness;
    private final String path;
    private final List<Violation> violations;
    private final Set<Deviation> deviations;
    private final List<String> known = new ArrayList<>();

    /** Reads a whole payload. */
    public Fields(ObjectNode object, Strictness strictness) {
        this(object, strictness, "", new ArrayList<>(), EnumSet.noneOf(Deviation.class));
    }

    private Fields(
            ObjectNode object,
            Strictness strictness,
            String path,
            List<Violation> violations,
            Set<Deviation> deviations) {
        this.object = object;
        this.strictness = strictness;
        this.path = path;
        this.violations = violations;
        this.deviations = deviations;
    }

    /** The verdict, once all fields have been read into {@code request}. */
    public <R> Validation<R> judged(R request) {
        noteUnknownFields();
        return violations.isEmpty()
                ? new Validation.Valid<>(request, deviations)
                : new Validation.Invalid<>(violations.getFirst());
    }

    /** A text for people, whose length is harmless. */
    public String freeText(String name, int longest) {
        return required(name, optionalFreeText(name, longest), "");
    }

    public @Nullable String optionalFreeText(String name, int longest) {
        return optionalText(name, longest, Limits.TOLERATED_TEXT, Deviation.LONG_TEXT);
    }

    /** A text that may be longer than its schema allows, where that is tolerated. */
    public String text(String name, int longest, int tolerated, Deviation deviation) {
        return required(name, optionalText(name, longest, tolerated, deviation), "");
    }

    public @Nullable String optionalText(String name, int longest, int tolerated, Deviation deviation) {
        boolean strict = strictness == Strictness.STRICT;
        String text = optionalText(name, strict ? longest : Math.max(longest, tolerated));
        if (text != null && text.codePointCount(0, text.length()) > longest) {
            deviations.add(deviation);
        }
        return text;
    }

    public String text(String name, int longest) {
        return required(name, optionalText(name, longest), "");
    }

    public @Nullable String optionalText(String name, int longest) {
        JsonNode node = node(name);
        if (node == null) {
            return null;
        }
        if (!node.isString()) {
            violated(ErrorCode.TYPE_CONSTRAINT_VIOLATION, name, "is not a text");
            return null;
        }
        String text = node.stringValue();
        if (text.codePointCount(0, text.length()) > longest) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, name, "is longer than " + longest + " characters");
            return null;
        }
        return text;
    }

    /** A reading, which is a text, or a number where that is tolerated. */
    public String reading(String name, int longest) {
        JsonNode node = object.get(name);
        if (node == null || !node.isNumber() || strictness == Strictness.STRICT) {
            return text(name, longest);
        }
        known.add(name);
        deviations.add(Deviation.NUMERIC_READING);
        return node.asString();
    }

    public String oneOf(String name, Set<String> allowed) {
        return required(name, optionalOneOf(name, allowed), "");
    }

    public @Nullable String optionalOneOf(String name, Set<String> allowed) {
        String text = optionalText(name, Limits.FRAME);
        if (text != null && !allowed.contains(text)) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, name, "is none of the allowed values");
            return null;
        }
        return text;
    }

    /** One of the allowed values, or another one, which is a deviation that the caller must handle. */
    public String word(String name, Set<String> allowed, Deviation deviation) {
        return required(name, optionalWord(name, allowed, deviation), "");
    }

    public @Nullable String optionalWord(String name, Set<String> allowed, Deviation deviation) {
        if (strictness == Strictness.STRICT) {
            return optionalOneOf(name, allowed);
        }
        String text = optionalText(name, Limits.TOLERATED_TEXT);
        if (text != null && !allowed.contains(text)) {
            deviations.add(deviation);
        }
        return text;
    }

    public int integer(String name) {
        return required(name, optionalInteger(name), 0);
    }

    public @Nullable Integer optionalInteger(String name) {
        Long number = optionalLong(name);
        if (number != null && number != number.intValue()) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, name, "does not fit 32 bits");
            return null;
        }
        return number == null ? null : number.intValue();
    }

    /** An id; one beyond 32 bits counts as missing, where that is tolerated. */
    public @Nullable Integer optionalId(String name, Deviation deviation) {
        int before = violations.size();
        Integer id = optionalInteger(name);
        JsonNode node = object.get(name);
        if (node != null && node.isNumber() && node.canConvertToExactIntegral()) {
            tolerate(before, deviation);
        }
        return id;
    }

    /** Reads an optional field that decides nothing. A fault in it refuses nothing, where that is tolerated. */
    public <T> @Nullable T unused(Supplier<@Nullable T> reading) {
        int before = violations.size();
        T value = reading.get();
        return tolerate(before, Deviation.UNUSED_FIELD) ? null : value;
    }

    /** An integer that must not be negative. */
    public int notNegative(String name) {
        int number = integer(name);
        if (number < 0) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, name, "is negative");
        }
        return number;
    }

    /** A meter's reading in Wh. A fraction is rounded, where that is tolerated. */
    public long meterReading(String name) {
        JsonNode node = object.get(name);
        boolean fractional = strictness == Strictness.TOLERANT
                && node != null
                && node.isNumber()
                && !node.canConvertToExactIntegral();
        long reading = fractional ? rounded(name, node.decimalValue()) : required(name, optionalLong(name), 0L);
        if (reading < -Limits.METER || reading > Limits.METER) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, name, "is beyond any meter");
        }
        return reading;
    }

    private long rounded(String name, BigDecimal reading) {
        known.add(name);
        deviations.add(Deviation.FRACTIONAL_READING);
        // Beyond any meter, which the caller refuses.
        return reading.abs().compareTo(BigDecimal.valueOf(Limits.METER)) > 0
                ? Long.MAX_VALUE
                : reading.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    public Instant instant(String name) {
        return required(name, optionalInstant(name), Instant.EPOCH);
    }

    public @Nullable Instant optionalInstant(String name) {
        String text = optionalText(name, Limits.FRAME);
        if (text == null) {
            return null;
        }
        Optional<Instant> time = ChargerTime.parse(text);
        if (time.isEmpty()) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, name, "is not a date and time");
        }
        return time.orElse(null);
    }

    /** The time of a message. Null if it is missing or unreadable, where that is tolerated. */
    public @Nullable Instant messageTime(String name) {
        int before = violations.size();
        Instant time = instant(name);
        return doWithout(before, name) ? null : time;
    }

    /** The time of a message that need not have one. An unreadable one is null, where that is tolerated. */
    public @Nullable Instant optionalMessageTime(String name) {
        int before = violations.size();
        Instant time = optionalInstant(name);
        doWithout(before, name);
        return time;
    }

    /** Readings. Unreadable ones are left out, where that is tolerated. */
    public <T> List<T> readings(String name, Function<Fields, T> element) {
        return required(name, readingsOrNull(name, element), List.of());
    }

    /** The same, of which not even the list has to be readable. */
    public <T> List<T> optionalReadings(String name, Function<Fields, T> element) {
        int before = violations.size();
        List<T> readings = readingsOrNull(name, element);
        tolerate(before, Deviation.UNREADABLE_READING);
        return Objects.requireNonNullElse(readings, List.of());
    }

    private <T> @Nullable List<T> readingsOrNull(String name, Function<Fields, T> element) {
        JsonNode node = node(name);
        if (node == null) {
            return null;
        }
        if (node.isObject() && strictness == Strictness.TOLERANT) {
            deviations.add(Deviation.BARE_ELEMENT);
            return readings(name, List.of(node), element);
        }
        if (!node.isArray()) {
            violated(ErrorCode.TYPE_CONSTRAINT_VIOLATION, name, "is not an array");
            return null;
        }
        return readings(name, node, element);
    }

    private <T> List<T> readings(String name, Iterable<JsonNode> nodes, Function<Fields, T> element) {
        List<T> readings = new ArrayList<>();
        int i = 0;
        for (JsonNode node : nodes) {
            int before = violations.size();
            String place = name + '[' + i++ + ']';
            @Nullable T reading = reading(place, node, element);
            if (!tolerate(before, Deviation.UNREADABLE_READING) && reading != null) {
                readings.add(reading);
            }
        }
        return readings;
    }

    private <T> @Nullable T reading(String place, JsonNode node, Function<Fields, T> element) {
        if (!(node instanceof ObjectNode child)) {
            violated(ErrorCode.TYPE_CONSTRAINT_VIOLATION, place, "is not an object");
            return null;
        }
        Fields fields = new Fields(child, strictness, path + place + '.', violations, deviations);
        T reading = element.apply(fields);
        fields.noteUnknownFields();
        return reading;
    }

    private @Nullable Long optionalLong(String name) {
        JsonNode node = node(name);
        if (node == null) {
            return null;
        }
        if (!node.isNumber() || !node.canConvertToExactIntegral()) {
            violated(ErrorCode.TYPE_CONSTRAINT_VIOLATION, name, "is not an integer");
            return null;
        }
        if (!node.canConvertToLong()) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, name, "does not fit 64 bits");
            return null;
        }
        return node.asLong();
    }

    /** A field that is null counts as missing, where that is tolerated. */
    private @Nullable JsonNode node(String name) {
        known.add(name);
        JsonNode node = object.get(name);
        if (node == null || !node.isNull()) {
            return node;
        }
        if (strictness == Strictness.TOLERANT) {
            deviations.add(Deviation.EMPTY_FIELD);
        } else {
            refuseNull(name);
        }
        return null;
    }

    private void refuseNull(String name) {
        violated(ErrorCode.TYPE_CONSTRAINT_VIOLATION, name, "is null");
    }

    private <T> T required(String name, @Nullable T value, T empty) {
        if (value != null) {
            return value;
        }
        JsonNode node = object.get(name);
        if (node == null) {
            violated(ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION, name, "is missing");
        } else if (node.isNull()) {
            refuseNull(name);
        }
        return empty;
    }

    private void noteUnknownFields() {
        for (String name : object.propertyNames()) {
            if (!known.contains(name)) {
                if (strictness == Strictness.TOLERANT) {
                    deviations.add(Deviation.UNKNOWN_FIELD);
                    return;
                }
                violations.add(new Violation(
                        ErrorCode.FORMATION_VIOLATION,
                        (path.isEmpty() ? "The payload" : path) + " has an unknown field"));
                return;
            }
        }
    }

    private boolean doWithout(int before, String name) {
        return tolerate(before, object.hasNonNull(name) ? Deviation.UNREADABLE_FIELD : Deviation.MISSING_FIELD);
    }

    /** Makes the violations since {@code before} a deviation, where that is tolerated. Returns whether there were any. */
    private boolean tolerate(int before, Deviation deviation) {
        if (strictness == Strictness.STRICT || violations.size() == before) {
            return false;
        }
        violations.subList(before, violations.size()).clear();
        deviations.add(deviation);
        return true;
    }

    private void violated(ErrorCode code, String name, String what) {
        violations.add(new Violation(code, path + name + ' ' + what));
    }
}
