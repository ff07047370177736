package io.plugstream.plug.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Writes to a terminal, without control characters from foreign text. */
public final class Output {

    private static final String GAP = "  ";

    private final PrintWriter out;
    private final Ansi colours;

    public Output(PrintWriter out, Ansi colours) {
        this.out = out;
        this.colours = colours;
    }

    public void line(String text) {
        out.println(plain(text));
        flush();
    }

    /** A line of JSON. What {@link #plain} replaces is escaped; it can be in strings only. */
    public void json(String text) {
        var escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (changesTerminal(point)) {
                for (var unit : Character.toChars(point)) {
                    escaped.append("\\u%04x".formatted((int) unit));
                }
            } else {
                escaped.appendCodePoint(point);
            }
        });
        out.println(escaped);
        flush();
    }

    /** A line that ends with a verdict, green or red. */
    public void verdict(String text, boolean well, String verdict) {
        var colour = well ? "green" : "red";
        out.println(plain(text) + ' ' + colours.new Text("@|" + colour + " →|@") + ' ' + plain(verdict));
        flush();
    }

    /** A table with headings. */
    public void table(List<String> headings, List<List<String>> rows) {
        var all = new ArrayList<List<String>>();
        all.add(headings);
        rows.forEach(row -> all.add(row.stream().map(Output::plain).toList()));
        var widths = new int[headings.size()];
        all.forEach(row -> {
            for (var column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        });
        all.forEach(row -> {
            var line = new StringBuilder();
            for (var column = 0; column < widths.length; column++) {
                line.append(row.get(column))
                        .repeat(' ', widths[column] - row.get(column).length())
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        });
        flush();
    }

    private void flush() {
        if (out.checkError()) {
            throw new Closed();
        }
    }

    /** The text without control characters, which could change what a terminal shows. */
    public static String plain(String text) {
        return text.codePoints()
                .map(point -> changesTerminal(point) ? '?' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean changesTerminal(int point) {
        return Character.isISOControl(point) || Character.getType(point) == Character.FORMAT;
    }

    /** The output cannot be written: the disk is full, or nobody reads it any more, as after {@code | head}. */
    public static final class Closed extends RuntimeException {}
}
