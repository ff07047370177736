package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** {@code docs/plug.md} equals the help. {@code -Dplugstream.docs.write=true} writes it again. */
class PlugReferenceTest {

    private static final Path PAGE = Path.of("..", "docs", "plug.md");

    @Test
    void thePageAgreesWithTheHelp() throws Exception {
        var page = page();
        if (Boolean.getBoolean("plugstream.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page);
        assertThat(page.lines()).allMatch(line -> line.length() < 120);
    }

    private static String page() {
        var page = new StringBuilder("""
                # `plug`, the command line

                `./plug` is Plugstream from a terminal. Like `./run` it requires JDK 25, and it builds itself when
                necessary; `plug-cli/target/plug-*-exec.jar` is the whole tool in one file. It uses only the public API.

                The container needs no JDK. The host network lets it reach a receiver on this machine, and the volume
                keeps its position in the events (`docker compose run --rm plug chargers` does the same from the clone):

                ```
                docker build -f deploy/docker/plug.Dockerfile -t plugstream/plug .   # after ./mvnw -DskipTests package
                docker run --rm -it --network host -v plug:/var/lib/plugstream -e PLUGSTREAM_KEY \\
                  plugstream/plug listen --forward-to http://localhost:3000/webhooks
                ```

                `PlugReferenceTest` writes this page from the help and fails when it is out of date. To write it again:
                `./mvnw -pl plug-cli -am test -Dtest=PlugReferenceTest -Dsurefire.failIfNoSpecifiedTests=false
                -Dplugstream.docs.write=true`.

                ## `plug`
                """);
        var line = Plug.commandLine(Map.of());
        add(page, line);
        line.getSubcommands().values().forEach(command -> {
            page.append("\n## `plug ").append(command.getCommandName()).append("`\n");
            add(page, command);
        });
        return page.toString();
    }

    private static void add(StringBuilder page, CommandLine command) {
        var help = new StringWriter();
        command.usage(new PrintWriter(help), Ansi.OFF);
        page.append("\n```\n");
        help.toString()
                .lines()
                .forEach(text -> page.append(text.stripTrailing()).append('\n'));
        page.append("```\n");
    }
}
