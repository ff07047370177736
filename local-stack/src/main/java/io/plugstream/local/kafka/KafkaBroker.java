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
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * A real Apache Kafka broker and controller in its own JVM, which listens on loopback and ends with this JVM. Its
 * directory keeps the data, even after {@code kill -9}, and the next start there reuses it.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration STOP = Duration.ofSeconds(15);
    static final List<String> JVM = JavaCommand.options(
            "-XX:+UseSerialGC",
            "-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider",
            "-Dlogback.configurationFile=io/plugstream/local/kafka/broker-logback.xml",
            "-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener");

    /** Starts sooner and reaches full speed within minutes. */
    static final List<String> FOR_A_SHORT_RUN = List.of("-XX:TieredStopAtLevel=1");

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

    /**
     * Like {@link #start(Path, int)}, with these JVM options. Without options, the broker warms up more slowly but
     * becomes faster.
     */
    public static KafkaBroker start(Path directory, int port, List<String> options) {
        return start(directory, port, options, UnaryOperator.identity());
    }

    /** Like {@link #start(Path, int)}, with changed settings, which must still allow plain text at {@code port}. */
    public static KafkaBroker start(Path directory, int port, UnaryOperator<Map<String, String>> changes) {
        return start(directory, port, FOR_A_SHORT_RUN, changes);
    }

    private static KafkaBroker start(
            Path directory, int port, List<String> options, UnaryOperator<Map<String, String>> changes) {
        var clientPort = FreePorts.orFree(port);
        return start(
                directory,
                clientPort,
                data -> changes.apply(BrokerSettings.of(data, "127.0.0.1", clientPort, FreePorts.one())),
                Uuid.randomUuid().toString(),
                Stream.concat(Stream.of("-Xms128m", "-Xmx512m"), options.stream())
                        .toList());
    }

    /**
     * Starts broker {@code id} of {@code plan}, which keeps its data in {@code directory}, and returns when it answers.
     * It does not answer until a majority of the brokers is started.
     *
     * @param changes as in {@link #start(Path, int, UnaryOperator)}
     * @throws StartException as {@link #start(Path, int)}
     */
    public static KafkaBroker start(
            Path directory, ClusterPlan plan, int id, UnaryOperator<Map<String, String>> changes) {
        return start(directory, plan, id, FOR_A_SHORT_RUN, changes);
    }

    /** Like {@link #start(Path, ClusterPlan, int, UnaryOperator)}, with these JVM options and unchanged settings. */
    static KafkaBroker start(Path directory, ClusterPlan plan, int id, List<String> options) {
        return start(directory, plan, id, options, UnaryOperator.identity());
    }

    private static KafkaBroker start(
            Path directory,
            ClusterPlan plan,
            int id,
            List<String> options,
            UnaryOperator<Map<String, String>> changes) {
        return start(
                directory,
                plan.node(id).port(),
                data -> changes.apply(BrokerSettings.of(data, plan, id)),
                plan.clusterId(),
                Stream.concat(Stream.of("-Xms96m", "-Xmx256m"), options.stream())
                        .toList());
    }

    private static KafkaBroker start(
            Path directory,
            int port,
            Function<Path, Map<String, String>> settings,
            String clusterId,
            List<String> options) {
        try {
            var home = Files.createDirectories(directory).toRealPath();
            var data = home.resolve("data");
            if (data.toString().contains(",")) {
                throw new StartException("Kafka cannot keep its data in " + data + ", because that path has a comma");
            }
            var child = ChildProcess.start(
                    home.resolve("broker.log"),
                    Map.of(),
                    StopSignal.TERM,
                    command(home, data, settings.apply(data), clusterId, options));
            var broker = new KafkaBroker(child, "localhost:" + port);
            child.awaitStart("Kafka", START, new BrokerProbe(port)::isAnswered);
            return broker;
        } catch (IOException e) {
            throw new StartException("Kafka cannot keep its data in " + directory + ": " + e.getMessage(), e);
        }
    }

    private static List<String> command(
            Path home, Path data, Map<String, String> settings, String clusterId, List<String> options)
            throws IOException {
        var properties = home.resolve("broker.properties");
        BrokerSettings.write(settings, properties);
        var image = BrokerImage.ofPackaged();
        var cached = options.stream().noneMatch(option -> option.startsWith("-XX:AOT"))
                && image.isPresent()
                && image.get().isCurrent();
        return JavaCommand.ofMain(
                home.resolve("broker.args"),
                image.map(BrokerImage::classPath).orElseGet(JavaCommand::classPath),
                Stream.of(
                                JVM.stream(),
                                options.stream(),
                                cached ? Stream.of(image.get().option()) : Stream.<String>of())
                        .flatMap(words -> words)
                        .toList(),
                BrokerProcess.class,
                List.of(properties.toString(), data.toString(), clusterId));
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

    /** Shuts down as Kafka does on SIGTERM; kills the process if that takes longer than 15 s. */
    public void stop() {
        stop(STOP);
    }

    /** The same with another limit. */
    void stop(Duration limit) {
        child.stop(limit);
    }

    @Override
    public void close() {
        stop();
    }
}
