package io.plugstream.simulator.protocol;

import io.plugstream.model.json.Timestamps;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Spells constants and times as OCPP does, and omits missing values. */
public final class Spelling {

    private Spelling() {}

    /** The word with this meaning. */
    public static <T> String of(Map<String, T> words, T meaning) {
        return words.entrySet().stream()
                .filter(word -> word.getValue().equals(meaning))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("OCPP has no word for " + meaning));
    }

    /** A constant's name in OCPP's spelling, such as AlwaysFront. */
    public static String of(Enum<?> constant) {
        return Arrays.stream(constant.name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    /** The constants by their spelling. */
    public static <E extends Enum<E>> Map<String, E> words(E[] constants) {
        return Arrays.stream(constants)
                .collect(Collectors.toUnmodifiableMap(constant -> of(constant), Function.identity()));
    }

    public static @Nullable String time(@Nullable Instant moment) {
        return moment == null ? null : Timestamps.format(moment);
    }

    /** Puts a value into a payload unless it is null. */
    public static void put(Map<String, Object> payload, String name, @Nullable Object value) {
        if (value != null) {
            payload.put(name, value);
        }
    }
}
