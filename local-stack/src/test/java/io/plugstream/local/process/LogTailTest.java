package io.plugstream.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
    @TempDir
    Path directory;

    @Test
    void showsTheLastLinesOfALongLog() throws Exception {
        assertThat(tail(
                        IntStream.rangeClosed(1, 20_000)
                                .mapToObj(n -> "line " + n)
                                .collect(Collectors.joining("\n")),
                        2))
                .isEqualTo("  | line 19999%n  | line 20000".formatted());
    }

    @Test
    void showsStructuredLinesAsText() throws Exception {
        assertThat(tail("""
                        {"@timestamp":"2026-03-01T10:00:00Z","log":{"level":"ERROR"},"message":"It failed\\nfor a reason","error":{"stack_trace":"java.io.IOException: full\\n\\tat x"}}
                        {"@timestamp": broken
                        """, 10))
                .isEqualTo(String.join(
                        System.lineSeparator(),
                        "  | 2026-03-01T10:00:00Z ERROR It failed",
                        "  | for a reason",
                        "  | java.io.IOException: full",
                        "  | \tat x",
                        "  | {\"@timestamp\": broken"));
    }

    @Test
    void reportsThatThereIsNothingToShow() throws Exception {
        assertThat(tail("\n \n", 5)).contains("is empty");
        assertThat(LogTail.of(directory.resolve("none"), 5)).contains("cannot be read");
    }

    @Test
    void saysThatItsDiskIsAlmostFull() throws Exception {
        var log = Files.writeString(directory.resolve("log"), "a line that was cu");

        assertThat(LogTail.of(log, 5, 3_500_000))
                .isEqualTo("  | a line that was cu%nThe disk of this file is almost full: 3 MB are free".formatted());
        assertThat(LogTail.of(log, 5, 1L << 30)).isEqualTo("  | a line that was cu");
    }

    private String tail(String content, int lines) throws Exception {
        return LogTail.of(Files.writeString(directory.resolve("log"), content), lines);
    }
}
