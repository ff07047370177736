package io.plugstream.local.kafka;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.StartException;
import io.plugstream.local.process.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * A real Apache Kafka broker, its own controller too, in a JVM of its own that listens on loopback and ends with this JVM. What it
 * stored stays in its directory, also after a {@code kill -9}, and the next start in that directory goes on with it.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration STOP = Duration.ofSeconds(15);
    private static final List<String> JVM = List.of(
            "-Xms128m",
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider",
            "-Dlogback.configurationFile=io/plugstream/local/kafka/broker-logback.xml",
            "-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener");

    /** It starts sooner, and is as fast as it gets within minutes. */
    private static final List<String> FOR_A_SHORT_RUN = List.of("-XX:TieredStopAtLevel=1");

    private final ChildProcess child;
    private final String bootstrapServers;

    private KafkaBroker(ChildProcess child, String bootstrapServers) {
        this.child = child;
        this.bootstrapServers = bootstrapServers;
    }

    /**
     * Starts a broker that keeps its data in {@code directory}, and returns when it answers.
     *
     * @param port where clients connect; 0 takes a free one
     * @throws StartException if it ends, or does not answer within 180 s; the message carries the end of its log
     */
    public static KafkaBroker start(Path directory, int port) {
        return start(directory, port, FOR_A_SHORT_RUN);
    }

    /** As {@link #start(Path, int)}, with these options for the JVM; without any it takes longer to be fast, and gets faster. */
    public static KafkaBroker start(Path directory, int port, List<String> options) {
        try {
            var home = Files.createDirectories(directory).toRealPath();
            var clientPort = FreePorts.orFree(port);
            var child = ChildProcess.start(
                    home.resolve("broker.log"), Map.of(), StopSignal.TERM, command(home, clientPort, options));
            var broker = new KafkaBroker(child, "localhost:" + clientPort);
            new BrokerStart(child, clientPort).await(START);
            return broker;
        } catch (IOException e) {
            throw new StartException("Kafka cannot keep its data in " + directory + ": " + e.getMessage(), e);
        }
    }

    private static List<String> command(Path home, int port, List<String> options) throws IOException {
        var data = home.resolve("data");
        var properties = home.resolve("broker.properties");
        Files.writeString(
                properties,
                BrokerSettings.of(data, "127.0.0.1", port, FreePorts.one()).entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining("\n", "", "\n")));
        return JavaCommand.ofMain(
                home.resolve("broker.args"),
                Stream.concat(JVM.stream(), options.stream()).toList(),
                BrokerProcess.class,
                List.of(
                        properties.toString(),
                        data.toString(),
                        Uuid.randomUuid().toString()));
    }

    /** {@code localhost:port}, for clients. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    public Process process() {
        return child.process();
    }

    public long pid() {
        return child.pid();
    }

    /** Shuts down as Kafka does on SIGTERM; by force if that takes longer than 15 s. */
    public void stop() {
        child.stop(STOP);
    }

    @Override
    public void close() {
        stop();
    }
}
