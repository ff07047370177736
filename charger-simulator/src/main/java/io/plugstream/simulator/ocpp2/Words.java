package io.plugstream.simulator.ocpp2;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Spells constants as OCPP does. */
final class Words {

    private Words() {}

    /** The word that means it. */
    static <T> String of(Map<String, T> words, T meaning) {
        return words.entrySet().stream()
                .filter(word -> word.getValue().equals(meaning))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("OCPP has no word for " + meaning));
    }

    /** A constant's own name, such as AlwaysFront. */
    static String of(Enum<?> constant) {
        return Arrays.stream(constant.name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
