package io.plugstream.plug.listen;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events (HTML, 9.2) with LF or CRLF line ends. */
final class BlockReader implements AutoCloseable {

    private static final int LONGEST_LINE = 1024 * 1024;
    private static final int LONGEST_BLOCK = 2 * LONGEST_LINE;

    private final Reader reader;

    BlockReader(InputStream stream) {
        this.reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /** The next block; null when the stream has ended. An incomplete last block is ignored. */
    @Nullable
    Block next() throws IOException {
        @Nullable String id = null;
        @Nullable String event = null;
        @Nullable StringBuilder data = null;
        var length = 0;
        var begun = false;
        for (var line = line(); line != null; line = line()) {
            if (line.isEmpty()) {
                if (begun) {
                    return new Block(id, event, data == null ? null : data.toString());
                }
                continue;
            }
            length += line.length();
            if (length > LONGEST_BLOCK) {
                throw new IOException("an event is too long");
            }
            begun = true;
            var colon = line.indexOf(':');
            var field = colon < 0 ? line : line.substring(0, colon);
            var value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            switch (field) {
                case "id" -> id = value;
                case "event" -> event = value;
                case "data" -> data = (data == null ? new StringBuilder() : data.append('\n')).append(value);
                default -> {}
            }
        }
        return null;
    }

    private @Nullable String line() throws IOException {
        var line = new StringBuilder();
        while (true) {
            var next = reader.read();
            if (next < 0) {
                return null;
            }
            if (next == '\n') {
                var end = line.length();
                if (end > 0 && line.charAt(end - 1) == '\r') {
                    line.setLength(end - 1);
                }
                return line.toString();
            }
            if (line.length() >= LONGEST_LINE) {
                throw new IOException("a line is too long");
            }
            line.append((char) next);
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
