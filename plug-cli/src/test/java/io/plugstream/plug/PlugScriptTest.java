package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code plug} in a checkout that is not built. */
class PlugScriptTest {

    private static final Path ROOT = Path.of("..");

    @TempDir
    Path home;

    @BeforeEach
    void copy() throws IOException {
        Files.createDirectory(home.resolve(".mvn"));
        for (var file : new String[] {"plug", ".mvn/find-jdk.sh"}) {
            Files.copy(ROOT.resolve(file), home.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        var wrapper = Files.writeString(home.resolve("mvnw"), "#!/bin/sh\necho It builds\nexit 1\n");
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwx------"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chargers", "listen --forward-to http://localhost:3000/"})
    void aMissingKeyIsReportedBeforeTheBuild(String line) throws Exception {
        assertThat(run("", line))
                .contains("plug: There is no API key: set PLUGSTREAM_KEY", "--key-file", "exit code 2")
                .doesNotContain("It builds");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "--help", "--version", "listen --help", "chargers --key-file k", "chargers --key-file=k"})
    void whatNeedsNoKeyFromTheEnvironmentBuilds(String line) throws Exception {
        assertThat(run("", line)).contains("It builds", "exit code 1");
    }

    @Test
    void withAKeyItBuilds() throws Exception {
        assertThat(run("plug_test_1", "chargers")).contains("It builds", "exit code 1");
    }

    /** Returns the output, and the exit code. */
    private String run(String key, String line) throws Exception {
        var output = home.resolve("output");
        var builder = new ProcessBuilder(
                        "bash", "-c", "\"$0\" " + line, home.resolve("plug").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PLUGSTREAM_KEY", key);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("PLUGSTREAM_NO_BUILD");
        var process = builder.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output) + "exit code " + process.exitValue();
    }
}
