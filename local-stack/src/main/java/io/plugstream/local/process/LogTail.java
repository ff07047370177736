package io.plugstream.local.process;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JacksonException;

/** The last lines of a log, for messages about the process that wrote it. */
public final class LogTail {
    private static final int READ_AT_MOST = 64 * 1024;

    /** PostgreSQL ends without room for another file of 16 MB. */
    private static final long LITTLE_SPACE = 32L << 20;

    private LogTail() {}

    /**
     * The last {@code lines} lines, indented, with JSON as plain text; a note if the file is empty or cannot be read.
     * Also says if its disk is almost full: the log may then lack the lines that say so.
     */
    public static String of(Path log, int lines) {
        var directory = Objects.requireNonNull(log.toAbsolutePath().getParent());
        return of(log, lines, directory.toFile().getUsableSpace());
    }

    /** @param free bytes that are free on the disk of the log */
    static String of(Path log, int lines, long free) {
        var text = text(log, lines);
        return free >= LITTLE_SPACE || !Files.exists(log)
                ? text
                : "%s%nThe disk of this file is almost full: %d MB are free".formatted(text, free >> 20);
    }

    private static String text(Path log, int lines) {
        try {
            var all = lastBytes(log)
                    .lines()
                    .flatMap(line -> readable(line).lines())
                    .filter(line -> !line.isBlank())
                    .toList();
            return all.isEmpty()
                    ? "  (" + log + " is empty)"
                    : indented(all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "  (" + log + " cannot be read: " + e.getMessage() + ")";
        }
    }

    private static String indented(List<String> lines) {
        return "  | " + String.join(System.lineSeparator() + "  | ", lines);
    }

    /** The services log in the Elastic Common Schema. */
    private static String readable(String line) {
        if (!line.startsWith("{\"@timestamp\"")) {
            return line;
        }
        try {
            var entry = Json.mapper().readTree(line);
            var failure = entry.path("error").path("stack_trace").asString("");
            return "%s %s %s%n%s"
                    .formatted(
                            entry.path("@timestamp").asString(""),
                            entry.path("log").path("level").asString(""),
                            entry.path("message").asString(""),
                            failure);
        } catch (JacksonException e) {
            return line;
        }
    }

    private static String lastBytes(Path log) throws IOException {
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            var size = (int) Math.min(file.length(), READ_AT_MOST);
            file.seek(file.length() - size);
            var bytes = new byte[size];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
