package io.plugstream.local.kafka;

import io.plugstream.local.process.Parallel;
import io.plugstream.local.process.PrivateFiles;
import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Brokers on loopback, one process each, which keep their data in a directory for the next start. One broker is enough
 * for development; of three, one may be killed, as in production.
 */
public final class BrokerCluster implements AutoCloseable {
    private static final String PROPERTIES = "cluster.properties";
    private static final String CLUSTER_ID = "cluster.id";
    private static final String BROKERS = "brokers";

    private final List<KafkaBroker> brokers;
    private final IntFunction<KafkaBroker> start;

    private BrokerCluster(List<KafkaBroker> brokers, IntFunction<KafkaBroker> start) {
        this.brokers = new ArrayList<>(brokers);
        this.start = start;
    }

    /**
     * Starts a broker on each port, and returns when all answer.
     *
     * @throws StartException if one does not start, or {@code directory} holds the data of another number of brokers
     */
    public static BrokerCluster start(Path directory, List<Integer> ports) {
        return start(directory, ports, KafkaBroker.FOR_A_SHORT_RUN);
    }

    /**
     * Like {@link #start(Path, List)}, with these JVM options. Without options, brokers warm up more slowly but become
     * faster.
     */
    public static BrokerCluster start(Path directory, List<Integer> ports, List<String> options) {
        try {
            requireSameNumber(directory, ports.size());
            if (ports.size() == 1) {
                IntFunction<KafkaBroker> start = _ -> KafkaBroker.start(directory, ports.getFirst(), options);
                return new BrokerCluster(List.of(start.apply(1)), start);
            }
            var plan = ClusterPlan.onPorts(clusterId(directory, ports.size()), ports);
            IntFunction<KafkaBroker> start =
                    id -> KafkaBroker.start(directory.resolve("broker-" + id), plan, id, options);
            var starts = plan.nodes().stream()
                    .map(node -> Parallel.start(() -> start.apply(node.id())))
                    .toList();
            return new BrokerCluster(Parallel.allOrNone(starts), start);
        } catch (IOException e) {
            throw new StartException("Kafka cannot keep its data in " + directory + ": " + e.getMessage(), e);
        }
    }

    private static void requireSameNumber(Path directory, int brokers) throws IOException {
        var stored = storedBrokers(directory);
        if (stored != 0 && stored != brokers) {
            throw new StartException(
                    "%s holds the data of %d broker%s, not of %d: run with --brokers %d or delete the data with --fresh"
                            .formatted(directory, stored, stored == 1 ? "" : "s", brokers, stored));
        }
    }

    /** The number of brokers that the data in {@code directory} belongs to; 0 without data. */
    private static int storedBrokers(Path directory) throws IOException {
        if (Files.exists(directory.resolve("data"))) {
            return 1;
        }
        var file = directory.resolve(PROPERTIES);
        return Files.exists(file) ? Integer.parseInt(read(file, BROKERS)) : 0;
    }

    /** The cluster id: from the second start on, the one that the storage was formatted with. */
    private static String clusterId(Path directory, int brokers) throws IOException {
        var file = Files.createDirectories(directory).resolve(PROPERTIES);
        if (Files.exists(file)) {
            return read(file, CLUSTER_ID);
        }
        var properties = new Properties();
        var id = ClusterPlan.newClusterId();
        properties.setProperty(CLUSTER_ID, id);
        properties.setProperty(BROKERS, Integer.toString(brokers));
        var text = new StringWriter();
        properties.store(text, "The brokers whose data are beside this file");
        PrivateFiles.write(file, text.toString());
        return id;
    }

    private static String read(Path file, String name) throws IOException {
        var properties = new Properties();
        try (var input = Files.newBufferedReader(file)) {
            properties.load(input);
        }
        var value = properties.getProperty(name);
        if (value == null) {
            throw new StartException(file + " is incomplete: delete the data with --fresh");
        }
        return value;
    }

    /** {@code localhost:port} of each broker, for clients. */
    public String bootstrapServers() {
        return present().stream().map(KafkaBroker::bootstrapServers).collect(Collectors.joining(","));
    }

    /** The broker with that id, from 1. */
    public synchronized KafkaBroker broker(int id) {
        return brokers.get(id - 1);
    }

    /**
     * Restarts an ended broker with the same address and data.
     *
     * @throws StartException if it does not start
     */
    public KafkaBroker startAgain(int id) {
        var again = start.apply(id);
        synchronized (this) {
            brokers.set(id - 1, again);
        }
        return again;
    }

    /** Stops all brokers at once: a clean shutdown needs a majority, which the last ones would lack. */
    @Override
    public void close() {
        Parallel.all(present().stream().map(broker -> (Runnable) broker::close).toList());
    }

    private synchronized List<KafkaBroker> present() {
        return List.copyOf(brokers);
    }
}
