package io.plugstream.plug;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody meant who typed another one. */
final class Nearest {

    /** One typing error in so many letters. */
    private static final int LETTERS_PER_ERROR = 3;

    private Nearest() {}

    /** Empty if no name begins with the text, or is almost the same. */
    static Optional<String> to(String typed, List<String> names) {
        var text = typed.toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(name -> errors(text, name) <= text.length() / LETTERS_PER_ERROR)
                .min(Comparator.comparingInt(name -> errors(text, name)))
                .or(() -> beginning(text, names));
    }

    private static Optional<String> beginning(String text, List<String> names) {
        var found = names.stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(text))
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** The Levenshtein distance, without regard to case. */
    private static int errors(String text, String name) {
        var other = name.toLowerCase(Locale.ROOT);
        var row = new int[other.length() + 1];
        for (var column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (var letter = 0; letter < text.length(); letter++) {
            var diagonal = row[0];
            row[0] = letter + 1;
            for (var column = 1; column < row.length; column++) {
                var replaced = diagonal + (text.charAt(letter) == other.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, Math.min(row[column], row[column - 1]) + 1);
            }
        }
        return row[row.length - 1];
    }
}
