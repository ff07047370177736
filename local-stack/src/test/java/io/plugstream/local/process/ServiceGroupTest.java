package io.plugstream.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ServiceGroupTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final int port = FreePorts.one();
    private ServiceProcess service;
    private ServiceGroup group;

    @BeforeEach
    void service() throws IOException {
        use(Map.of("MANAGEMENT_SERVER_PORT", Integer.toString(port), "SECRET", "it's $secret"));
    }

    @AfterEach
    void stop() {
        group.stop(LIMIT);
    }

    @Test
    void startReturnsWhenTheServiceIsReady() throws Exception {
        group.start(LIMIT);
        assertThat(said).singleElement().asString().startsWith("fake-service is ready after");
        assertThat(Files.readString(directory.resolve("pids/fake-service.pid")).strip())
                .isEqualTo(Long.toString(service.running().orElseThrow().pid()));
    }

    @Test
    void startFailsWithTheLastLogLinesOfAServiceThatEnded() throws Exception {
        use(Map.of("FAIL", "no such table"));
        assertThatThrownBy(() -> group.start(LIMIT))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("fake-service ended with exit code 3")
                .hasMessageContaining("  | cannot start: no such table");
    }

    @Test
    void startFailsWhenTheServiceDoesNotBecomeReady() throws Exception {
        use(Map.of("MANAGEMENT_SERVER_PORT", Integer.toString(FreePorts.one())));
        assertThatThrownBy(() -> group.start(Duration.ofMillis(1500)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("fake-service is not ready after 1 s")
                .hasMessageContaining("no answer at http://localhost:" + port);
    }

    @Test
    void killedServiceIsReportedAndAcceptedAgainWhenStartedByHand() throws Exception {
        group.start(LIMIT);
        service.running().orElseThrow().destroyForcibly();
        awaitSaid("fake-service ended with exit code 137");
        assertThat(String.join("\n", said))
                .contains("  | fake service starts", "Restart it with: " + service.startScript());

        var byHand = new ProcessBuilder(service.startScript().toString()).start();
        awaitSaid("fake-service is ready again, as process " + byHand.pid());

        byHand.destroyForcibly().waitFor();
        await().atMost(LIMIT)
                .until(() -> said.stream()
                                .filter(line -> line.contains("fake-service ended"))
                                .count()
                        == 2);
    }

    @Test
    void rebuiltServiceReplacesTheRunningOne() throws Exception {
        group.start(LIMIT);
        var former = service.running().orElseThrow();
        var replacement = new Replacement(directory, "fake-service");
        assertThat(replacement.exists()).isTrue();
        var built = directory.resolve("built");

        var code = CompletableFuture.supplyAsync(() -> {
            try {
                return replacement.run(List.of("touch", built.toString()));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        awaitSaid("fake-service is ready again");
        assertThat(former.isAlive()).isFalse();
        assertThat(built).exists();
        service.running().orElseThrow().destroyForcibly();
        assertThat(code.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(137);
    }

    @Test
    void serviceStaysStoppedIfItsBuildFails() throws Exception {
        group.start(LIMIT);
        assertThat(new Replacement(directory, "fake-service").run(List.of("false")))
                .isEqualTo(1);
        assertThat(service.running()).isEmpty();
        assertThat(new Replacement(directory, "other-service").exists()).isFalse();
    }

    /** A build after a change of the project's version makes a jar of another name. */
    @Test
    void theScriptExplainsAMissingJar() throws Exception {
        group.start(LIMIT);
        var jar = directory.resolve("fake.jar");
        Files.delete(jar);
        var replacement = new ProcessBuilder(service.startScript().toString());
        service.running().orElseThrow().destroyForcibly();
        awaitSaid("fake-service ended");

        var byHand = replacement.redirectErrorStream(true).start();

        assertThat(byHand.inputReader().readAllAsString())
                .isEqualTo("There is no %s. If the project's version has changed, stop ./run and start it again.\n"
                        .formatted(jar));
        assertThat(byHand.waitFor()).isEqualTo(1);
    }

    @Test
    void stopAlsoEndsAServiceStartedByHand() throws Exception {
        group.start(LIMIT);
        service.running().orElseThrow().destroyForcibly();
        awaitSaid("fake-service ended");
        var byHand = new ProcessBuilder(service.startScript().toString()).start();
        awaitSaid("ready again");
        group.stop(LIMIT);
        assertThat(byHand.waitFor(1, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void stopSparesAnotherProcessWithTheSameId() throws Exception {
        group.start(LIMIT);
        group.stop(LIMIT);
        var stranger = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(directory.resolve("pids/fake-service.pid"), stranger.pid() + "\n");
            group.stop(LIMIT);
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void startScriptRefusesASecondProcess() throws Exception {
        group.start(LIMIT);
        var second = new ProcessBuilder(service.startScript().toString()).start();
        assertThat(new String(second.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("fake-service is running already (process "
                        + service.running().orElseThrow().pid());
        assertThat(second.waitFor()).isEqualTo(1);
    }

    @Test
    void startScriptKeepsSecretsPrivateAndUnchanged() throws Exception {
        group.start(LIMIT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(service.startScript())))
                .isEqualTo("rwx------");
        var environment = Files.readString(
                Path.of("/proc/" + service.running().orElseThrow().pid() + "/environ"));
        assertThat(environment.split("\0")).contains("SECRET=it's $secret");
    }

    /** Built jars carry the fixed time of the build settings, whenever they are built. */
    @Test
    void startsFromTheImageUnlessItBelongsToAnotherJar() throws Exception {
        var image = ServiceImage.beside(directory.resolve("fake.jar"));
        Files.createDirectories(image.directory());
        FakeService.jar(image.jar());
        JarOrigin.of(image.packed()).writeTo(image.origin());
        var built = Files.getLastModifiedTime(image.packed());

        assertThat(image.isCurrent()).isTrue();
        assertThat(commandOfAStart())
                .containsAll(image.options())
                .contains(image.jar().toString());

        var rebuilt = ByteBuffer.wrap(Files.readAllBytes(image.packed()));
        // Bytes before a zip archive do not change its content.
        Files.write(
                image.packed(),
                ByteBuffer.allocate(rebuilt.limit() + 1)
                        .put((byte) 0)
                        .put(rebuilt)
                        .array());
        Files.setLastModifiedTime(image.packed(), built);
        assertThat(image.isCurrent()).isFalse();
        assertThat(commandOfAStart())
                .contains(image.packed().toString())
                .doesNotContainAnyElementsOf(image.options())
                .doesNotContain(image.jar().toString());
    }

    @Test
    void theImageOfAJarThatWasBuiltAgainUnchangedStaysCurrent() throws Exception {
        var image = ServiceImage.beside(directory.resolve("fake.jar"));
        Files.createDirectories(image.directory());
        FakeService.jar(image.jar());
        JarOrigin.of(image.packed()).writeTo(image.origin());

        var rebuilt = Files.copy(image.packed(), directory.resolve("rebuilt.jar"));
        Files.move(rebuilt, image.packed(), StandardCopyOption.REPLACE_EXISTING);
        assertThat(Files.readString(image.origin())).doesNotStartWith(JarOrigin.file(image.packed()));
        assertThat(commandOfAStart())
                .containsAll(image.options())
                .contains(image.jar().toString());

        assertThat(image.isCurrent()).isTrue();
        assertThat(Files.readString(image.origin())).startsWith(JarOrigin.file(image.packed()) + '\n');
        assertThat(commandOfAStart())
                .containsAll(image.options())
                .contains(image.jar().toString());
    }

    private List<String> commandOfAStart() throws Exception {
        group.start(LIMIT);
        var command = Files.readString(
                Path.of("/proc/" + service.running().orElseThrow().pid() + "/cmdline"));
        service.stop(LIMIT);
        return List.of(command.split("\0"));
    }

    private void use(Map<String, String> environment) throws IOException {
        var definition = new ServiceDefinition(
                "fake-service",
                FakeService.jar(directory.resolve("fake.jar")),
                port,
                List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                environment);
        service = new ServiceProcess(definition, directory);
        group = new ServiceGroup(List.of(service), said::add);
    }

    private void awaitSaid(String text) {
        await().atMost(LIMIT).until(() -> said.stream().anyMatch(line -> line.contains(text)));
    }
}
