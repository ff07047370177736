package io.plugstream.benchmark.platform;

import io.plugstream.local.kafka.BrokerCluster;
import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.local.process.Directories;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.ServiceDefinition;
import io.plugstream.local.process.ServiceGroup;
import io.plugstream.local.process.ServiceImage;
import io.plugstream.local.process.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Brokers and services of the platform in their own processes, with free ports and a temporary directory. */
public final class Stage implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final List<String> JVM = JavaCommand.options("-Xmx499m", "-XX:+UseSerialGC");

    private final Path directory;
    private final BrokerCluster brokers;
    private final Map<ServiceProcess, ServiceGroup> services = new LinkedHashMap<>();

    private Stage(Path directory, BrokerCluster brokers) {
        this.directory = directory;
        this.brokers = brokers;
    }

    /** Starts a broker with full JIT compilation, like a long-running one. */
    public static Stage open() {
        return open(1);
    }

    /** Starts this number of brokers with full JIT compilation, like long-running ones. */
    public static Stage open(int brokers) {
        try {
            Path directory = Files.createTempDirectory("plugstream-benchmark");
            List<Integer> ports =
                    IntStream.range(0, brokers).mapToObj(_ -> FreePorts.one()).toList();
            return new Stage(directory, BrokerCluster.start(directory.resolve("kafka"), ports, List.of()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts {@code service} from the jar below {@code home} and returns when it is ready.
     *
     * @param more more options for its JVM; {@code {service}} in one is the service's name
     */
    public ServiceProcess start(Path home, String service, Map<String, String> settings, List<String> more)
            throws InterruptedException {
        return start(home, service, service, settings, more);
    }

    /** The same under {@code name}, which begins with the service's name, for several instances of a service. */
    ServiceProcess start(Path home, String service, String name, Map<String, String> settings, List<String> more)
            throws InterruptedException {
        int port = FreePorts.one();
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("SPRING_KAFKA_BOOTSTRAPSERVERS", bootstrapServers());
        environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(port));
        environment.put("PLUGSTREAM_INSTANCE", "benchmark" + name.substring(service.length()));
        List<String> jvm = Stream.concat(JVM.stream(), more.stream())
                .map(option -> option.replace("{service}", service))
                .toList();
        ServiceDefinition definition =
                new ServiceDefinition(name, ServiceImage.of(home, service).packed(), port, jvm, environment);
        ServiceProcess process = new ServiceProcess(definition, directory);
        ServiceGroup group = new ServiceGroup(List.of(process), System.err::println);
        services.put(process, group);
        group.start(START);
        return process;
    }

    /** Stops a service from {@link #start} with SIGTERM. */
    public void stop(ServiceProcess process) {
        Objects.requireNonNull(services.remove(process)).stop(STOP);
    }

    /** The JVM options of a service. */
    public static List<String> jvm() {
        return JVM;
    }

    /** The only broker, or the first of several. */
    public KafkaBroker broker() {
        return brokers.broker(1);
    }

    public BrokerCluster brokers() {
        return brokers;
    }

    /** The first broker and the services that were started, by name. */
    public Map<String, ProcessHandle> processes() {
        Map<String, ProcessHandle> processes = new LinkedHashMap<>();
        processes.put("Kafka", broker().process().toHandle());
        services.keySet()
                .forEach(service ->
                        processes.put(service.name(), service.running().orElseThrow()));
        return processes;
    }

    public String bootstrapServers() {
        return brokers.bootstrapServers();
    }

    /** A directory for the run, deleted at its end. */
    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        services.values().forEach(group -> group.stop(STOP));
        brokers.close();
        try {
            Directories.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
