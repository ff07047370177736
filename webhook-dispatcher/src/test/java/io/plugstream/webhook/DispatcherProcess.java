package io.plugstream.webhook;

import io.plugstream.local.DevelopmentKey;
import io.plugstream.local.ImageMaker;
import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.StopSignal;
import io.plugstream.parts.ProcessSignals;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The dispatcher as it is deployed: its image, as a process. */
final class DispatcherProcess implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Configures a proxy that does not exist, as the JVM options do. No POST may use a proxy from the environment. */
    private static final Map<String, String> NOWHERE =
            Map.of("http_proxy", "http://127.0.0.1:1", "HTTP_PROXY", "http://127.0.0.1:1");

    private static final List<String> PROXY =
            List.of("-Dhttp.proxyHost=127.0.0.1", "-Dhttp.proxyPort=1", "-Dhttp.nonProxyHosts=");

    private final ChildProcess process;
    private final Path log;
    private final int port;

    private DispatcherProcess(ChildProcess process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /**
     * A claim becomes unknown after 21 s. A delivery may wait longer than the slow first POSTs of a new process that
     * takes shards over.
     */
    static final List<String> SHORT_TIMES = List.of(
            "--plugstream.delivery.longest-wait=7s",
            "--plugstream.delivery.drain=5s",
            "--plugstream.outcome.record-within=17s",
            "--plugstream.outcome.unknown-after=21s");

    /** Starts it with the times of a deployment. */
    static DispatcherProcess start(Path directory, String instance, String servers) {
        return start(directory, instance, servers, List.of());
    }

    static DispatcherProcess start(Path directory, String instance, String servers, List<String> more) {
        int port = FreePorts.one();
        List<String> image = ImageMaker.command(Path.of(".."), "webhook-dispatcher");
        List<String> command = new ArrayList<>(image);
        command.addAll(image.size() - 2, PROXY);
        command.addAll(List.of(
                "--spring.kafka.bootstrap-servers=" + servers,
                "--management.server.port=" + port,
                "--management.server.address=127.0.0.1",
                "--plugstream.instance=" + instance,
                "--plugstream.webhook-address.allow-http=true",
                "--plugstream.webhook-address.allow-loopback=true",
                "--plugstream.secrets.keys=" + DevelopmentKey.VALUE));
        command.addAll(more);
        Path log = directory.resolve(instance + ".log");
        return new DispatcherProcess(ChildProcess.start(log, NOWHERE, StopSignal.TERM, command), log, port);
    }

    DispatcherProcess awaitReady() {
        process.awaitReady("webhook-dispatcher", port, Duration.ofMinutes(2));
        return this;
    }

    boolean isAlive() {
        return process.process().isAlive();
    }

    /** Sends SIGKILL. */
    void kill() throws InterruptedException {
        process.process().destroyForcibly().waitFor();
    }

    /** Sends SIGSTOP: the process freezes with all its POSTs in flight. */
    void freeze() {
        ProcessSignals.pause(process.process().toHandle());
    }

    /** Sends SIGCONT: the process continues as if nothing had happened. */
    void thaw() {
        ProcessSignals.resume(process.process().toHandle());
    }

    /** Sends SIGTERM, and returns when the process has ended. */
    void terminate() throws InterruptedException {
        process.process().destroy();
        process.process().waitFor();
    }

    /** What the process logged, and former ones of the same instance. */
    List<String> log() throws IOException {
        return Files.readAllLines(log);
    }

    String metrics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/prometheus"))
                .timeout(Duration.ofSeconds(5))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @Override
    public void close() {
        process.close();
    }
}
