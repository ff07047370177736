package io.plugstream.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code run} in a checkout whose Maven writes empty jars, with a JVM that runs until its input ends. */
class RunScriptTest {
    private static final Path ROOT = Path.of("..");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path home;

    private final List<Run> runs = new ArrayList<>();

    @BeforeEach
    void copy() throws IOException {
        Files.createDirectory(home.resolve(".mvn"));
        for (var file : List.of("run", ".mvn/find-jdk.sh")) {
            Files.copy(ROOT.resolve(file), home.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.createFile(home.resolve("pom.xml"));
        for (var module : modules().toList()) {
            Files.createDirectories(home.resolve(module).resolve("src/main"));
            Files.createFile(home.resolve(module).resolve("pom.xml"));
        }
        script("mvnw", """
                cd "$(dirname "$0")"
                echo It builds >>builds
                for module in %s; do
                  mkdir -p $module/target
                  : >$module/target/$module-2-exec.jar
                done
                mkdir -p local-stack/target/lib
                : >local-stack/target/local-stack-2.jar
                """.formatted(String.join(" ", ServiceCatalogue.NAMES)));
        Files.createDirectories(home.resolve("jdk/bin"));
        Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        script("jdk/bin/javac", "");
        script("jdk/bin/java", "echo \"It runs $*\"\nexec cat\n");
    }

    @AfterEach
    void end() throws Exception {
        for (var run : runs) {
            run.end();
        }
    }

    @Test
    void aBuildLeavesNoJarOfAnotherVersion() throws Exception {
        for (var service : ServiceCatalogue.NAMES) {
            Files.createFile(target(service).resolve(service + "-1-exec.jar"));
        }
        Files.createFile(target("local-stack").resolve("local-stack-1.jar"));

        assertThat(start().end()).isZero();

        assertThat(ServiceCatalogue.NAMES)
                .allSatisfy(service -> assertThat(jars(service)).containsExactly(service + "-2-exec.jar"));
        assertThat(jars("local-stack")).containsExactly("local-stack-2.jar");
        assertThat(start().end()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void nothingIsBuiltBelowARun() throws Exception {
        var first = start();
        first.awaitStart();
        Files.writeString(home.resolve("sandbox/src/main/Changed.java"), "class Changed {}");

        var second = start("--port-offset", "100");
        assertThat(second.end()).isEqualTo(1);
        assertThat(second.output())
                .contains("Plugstream runs from this build: stop it, or replace one service with ./run --only SERVICE")
                .doesNotContain("Building");
        assertThat(jars("sandbox")).hasSize(1);
        assertThat(builds()).isEqualTo(1);

        var replacement = start("--only", "sandbox");
        assertThat(replacement.end()).isZero();
        assertThat(replacement.output()).contains("It runs");

        assertThat(first.end()).isZero();
        assertThat(start().end()).isZero();
        assertThat(builds()).isEqualTo(2);
    }

    /** {@code ./run --only} rewrites it below the run, and a JVM does not survive that. */
    @Test
    void aRunHasACopyOfTheLocalStack() throws Exception {
        var run = start();
        run.awaitStart();
        var copy = home.resolve("local-stack/target/running/local-stack-2.jar");

        Files.writeString(home.resolve("local-stack/target/local-stack-2.jar"), "built below the run");

        assertThat(run.output()).contains("-cp " + copy + ':' + copy.resolveSibling("lib") + "/*");
        assertThat(copy).isEmptyFile();
    }

    @Test
    void helpNeedsNeitherABuildNorAJdk() throws Exception {
        var usage = home.resolve("local-stack/src/main/resources/io/plugstream/local/usage.txt");
        Files.createDirectories(usage.getParent());
        Files.writeString(usage, "Usage: ./run");
        Files.delete(home.resolve("jdk/bin/javac"));

        var help = start("--help");

        assertThat(help.end()).isZero();
        assertThat(help.output()).isEqualTo("Usage: ./run");
        assertThat(home.resolve("builds")).doesNotExist();
    }

    @Test
    void aSecondRunOfTheSameBuildStarts() throws Exception {
        var first = start();
        first.awaitStart();
        var second = start("--port-offset", "100");
        second.awaitStart();
        assertThat(first.isAlive()).isTrue();
    }

    private static Stream<String> modules() {
        return Stream.concat(
                ServiceCatalogue.NAMES.stream(),
                Stream.of("common-model", "charger-simulator", "service-base", "portal", "local-stack", "real-parts"));
    }

    private Path target(String module) throws IOException {
        return Files.createDirectories(home.resolve(module).resolve("target"));
    }

    private List<String> jars(String module) throws IOException {
        try (var files = Files.list(target(module))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar"))
                    .toList();
        }
    }

    private int builds() throws IOException {
        return Files.readAllLines(home.resolve("builds")).size();
    }

    private void script(String name, String content) throws IOException {
        var file = Files.writeString(home.resolve(name), "#!/bin/sh\n" + content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private Run start(String... options) throws IOException {
        var output = home.resolve("output-" + runs.size());
        var command = new ArrayList<>(List.of(home.resolve("run").toString()));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().remove("PLUGSTREAM_NO_BUILD");
        var run = new Run(builder.start(), output);
        runs.add(run);
        return run;
    }

    private record Run(Process process, Path file) {
        void awaitStart() {
            await().atMost(LIMIT).until(() -> output().contains("It runs"));
        }

        /** Ends the JVM if the run has one, and returns the exit code. */
        int end() throws Exception {
            process.getOutputStream().close();
            assertThat(process.waitFor(LIMIT)).as(output()).isTrue();
            return process.exitValue();
        }

        boolean isAlive() {
            return process.isAlive();
        }

        String output() throws IOException {
            return Files.readString(file);
        }
    }
}
