package io.plugstream.model.json;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** An enum whose constants have names in topics and the API: their own in lower case, unless they choose others. */
public interface WireName {

    /** The constant's name in Java. */
    String name();

    /** The name in topics, the database and the API, such as {@code timed_out}. */
    @JsonValue
    default String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The constant with that name, if there is one. */
    static <E extends Enum<E> & WireName> Optional<E> find(Class<E> type, String wireName) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.wireName().equals(wireName))
                .findFirst();
    }
}
