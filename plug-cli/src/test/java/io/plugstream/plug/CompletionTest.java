package io.plugstream.plug;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real bash completes with the script that {@code plug completion} prints. */
class CompletionTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"plug tr,trigger", "plug web,webhooks", "plug listen --forw,--forward-to", "plug chargers --js,--json"})
    void bashCompletesCommandsAndOptions(String typed, String completed) throws Exception {
        var script = Files.writeString(directory.resolve("completion"), script());
        var asked = """
                source %s
                compopt() { :; } # Works only at a prompt.
                COMP_WORDS=(%s)
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _complete_plug
                printf '%%s\\n' "${COMPREPLY[@]}"
                """.formatted(script, typed);
        var shell = new ProcessBuilder("bash", "-c", asked)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8)).isEqualTo(completed + '\n');
        assertThat(shell.waitFor()).isZero();
    }

    private static String script() {
        var output = new StringWriter();
        var line = Plug.commandLine(Map.of()).setOut(new PrintWriter(output));
        assertThat(line.execute("completion")).isZero();
        return output.toString();
    }
}
