package io.plugstream.gateway.payload;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a schema allows at one place of a payload. The schemas of all versions consist of shapes. */
public sealed interface Shape {

    /** A text; up to {@code tolerated} characters are accepted where {@code deviation} is tolerated. */
    record Text(int longest, int tolerated, @Nullable Deviation deviation) implements Shape {}

    /** One of the allowed values; any other is accepted where {@code deviation} is tolerated. */
    record Word(Set<String> allowed, @Nullable Deviation deviation) implements Shape {}

    /** A text for which the standard lists words; others are counted as {@code deviation}. */
    record Listed(Text text, Set<String> words, Deviation deviation) implements Shape {}

    /** An integer of 32 bits; one outside of the range is ignored where {@code deviation} is tolerated. */
    record Whole(int least, int most, @Nullable Deviation deviation) implements Shape {}

    /** A meter's reading in Wh. A fraction is rounded, where that is tolerated. */
    record Meter() implements Shape {}

    /** A reading as text, or as a number where that is tolerated. */
    record Reading() implements Shape {}

    /** A number. */
    record Decimal() implements Shape {}

    /** True or false. */
    record Flag() implements Shape {}

    /** A date and time. */
    record Time() implements Shape {}

    /** Any JSON value. */
    record Anything() implements Shape {}

    /** An array. Elements that violate their shape are left out where {@code deviation} is tolerated. */
    record Sequence(
            Shape element, int least, int most, @Nullable Deviation deviation) implements Shape {}

    /**
     * An object.
     *
     * @param isOpen whether it may have other fields, too
     */
    record Structure(Map<String, Field> fields, boolean isOpen) implements Shape {}

    /** Whether an object has a field. */
    enum Presence {
        REQUIRED,
        /** Required, but the platform can do without it. */
        EXPECTED,
        OPTIONAL,
        /** Optional, and a fault in it counts as missing, where that is tolerated. */
        DISPENSABLE,
        /** Optional, and the platform does not use it. */
        UNUSED
    }

    /** A field of an object. */
    record Field(String name, Shape shape, Presence presence) {

        /** The deviation that a fault in the field is; null if it is none. */
        @Nullable
        Deviation ofFault() {
            return switch (presence) {
                case UNUSED -> Deviation.UNUSED_FIELD;
                case EXPECTED, DISPENSABLE -> Deviation.UNREADABLE_FIELD;
                case OPTIONAL -> shape instanceof Sequence sequence ? sequence.deviation() : null;
                case REQUIRED -> null;
            };
        }

        boolean isRequired(Strictness strictness) {
            return presence == Presence.REQUIRED || (presence == Presence.EXPECTED && strictness == Strictness.STRICT);
        }
    }

    static Shape text(int longest) {
        return new Text(longest, longest, null);
    }

    /** A text for people, whose length is harmless. */
    static Shape freeText(int longest) {
        return new Text(longest, Math.max(longest, Limits.TOLERATED_TEXT), Deviation.LONG_TEXT);
    }

    static Shape word(String... allowed) {
        return word(Set.of(allowed));
    }

    static Shape word(Set<String> allowed) {
        return new Word(allowed, null);
    }

    static Shape word(Deviation deviation, Set<String> allowed) {
        return new Word(allowed, deviation);
    }

    static Shape whole() {
        return whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    static Shape whole(int least, int most) {
        return new Whole(least, most, null);
    }

    /** At least one. */
    static Shape some(Shape element) {
        return some(element, Integer.MAX_VALUE);
    }

    /** In a message that must not be lost because of one of them. */
    static Shape readings(int least, Shape element) {
        return new Sequence(element, least, Integer.MAX_VALUE, Deviation.UNREADABLE_READING);
    }

    static Shape some(Shape element, int most) {
        return new Sequence(element, 1, most, null);
    }

    static Shape object(Field... fields) {
        return object(false, fields);
    }

    static Shape object(boolean isOpen, Field... fields) {
        Map<String, Field> byName = new LinkedHashMap<>();
        Arrays.stream(fields).forEach(field -> byName.put(field.name(), field));
        return new Structure(Collections.unmodifiableMap(byName), isOpen);
    }

    static Field required(String name, Shape shape) {
        return new Field(name, shape, Presence.REQUIRED);
    }

    static Field expected(String name, Shape shape) {
        return new Field(name, shape, Presence.EXPECTED);
    }

    static Field dispensable(String name, Shape shape) {
        return new Field(name, shape, Presence.DISPENSABLE);
    }

    static Field unused(String name, Shape shape) {
        return new Field(name, shape, Presence.UNUSED);
    }

    static Field optional(String name, Shape shape) {
        return new Field(name, shape, Presence.OPTIONAL);
    }
}
