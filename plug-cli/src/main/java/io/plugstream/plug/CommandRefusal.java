package io.plugstream.plug;

import io.plugstream.plug.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A refusal of a command, in the words of the command line. */
final class CommandRefusal {

    private static final String UNKNOWN_ACTION = "  action must be one of ";
    private static final String LIST_INDENT = "    ";
    private static final int WIDTH = 100;

    private CommandRefusal() {}

    /** @param action what the user typed */
    static Failure of(Failure refusal, String action) {
        return refusal.saying(String.valueOf(refusal.getMessage())
                .lines()
                .flatMap(line -> inOptions(line, action))
                .collect(Collectors.joining(System.lineSeparator())));
    }

    private static Stream<String> inOptions(String line, String action) {
        return line.startsWith(UNKNOWN_ACTION)
                ? unknown(
                        action, List.of(line.substring(UNKNOWN_ACTION.length()).split(", ", -1)))
                : Stream.of(line.replaceFirst("^  timeoutSeconds ", "  --timeout "));
    }

    private static Stream<String> unknown(String action, List<String> actions) {
        var none = "  There is no action %s. ".formatted(action);
        return Nearest.to(action, actions)
                .map(near ->
                        Stream.of(none + "Did you mean %s? GET /api/v1/command-actions lists all.".formatted(near)))
                .orElseGet(() -> Stream.concat(Stream.of(none + "The actions are:"), wrapped(actions).stream()));
    }

    private static List<String> wrapped(List<String> names) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder(LIST_INDENT);
        for (var name : names) {
            if (line.length() + name.length() + 1 > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(LIST_INDENT);
            }
            line.append(name).append(name.equals(names.getLast()) ? "" : ", ");
        }
        lines.add(line.toString());
        return lines;
    }
}
