package io.plugstream.quota;

import io.plugstream.local.ImageMaker;
import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The service as it is deployed: its image, as a process. */
final class QuotaProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(3);

    private final ChildProcess child;
    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();

    private QuotaProcess(ChildProcess child, int port) {
        this.child = child;
        this.port = port;
    }

    static QuotaProcess start(Path home, String bootstrapServers) {
        int port = FreePorts.one();
        List<String> command = new ArrayList<>(ImageMaker.command(Path.of(".."), "quota-service"));
        command.addAll(List.of(
                "--spring.kafka.bootstrap-servers=" + bootstrapServers,
                "--management.server.port=" + port,
                "--management.server.address=127.0.0.1",
                "--plugstream.instance=quota-1",
                "--logging.level.org.apache.kafka=INFO",
                "--plugstream.quota.state-directory=" + home.resolve("state")));
        return new QuotaProcess(
                ChildProcess.start(Path.of("target", "quota-service.log"), Map.of(), StopSignal.TERM, command), port);
    }

    QuotaProcess awaitReady() {
        child.awaitReady("quota-service", port, START);
        return this;
    }

    /** Kills the process like {@code kill -9}. */
    void kill() throws InterruptedException {
        child.process().destroyForcibly().waitFor();
    }

    Process process() {
        return child.process();
    }

    String get(String path) {
        try {
            return http.send(request(path), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(5))
                .build();
    }

    @Override
    public void close() {
        child.close();
        http.close();
    }
}
