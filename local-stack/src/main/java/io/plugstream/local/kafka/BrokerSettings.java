package io.plugstream.local.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** A broker's settings: it is also a controller, advertises localhost to clients, and is sized for one machine. */
public final class BrokerSettings {
    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry("inter.broker.listener.name", "PLAINTEXT"),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("num.partitions", "4"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.num.partitions", "4"),
            // For transactions in quick succession; the default is 20 ms (ADR 37).
            Map.entry("add.partitions.to.txn.retry.backoff.ms", "1"),
            // Keeps the offsets of a stack that is unused for some weeks.
            Map.entry("offsets.retention.minutes", "43200"),
            // Requests are small and come from few clients: more threads only wake each other.
            Map.entry("num.network.threads", "1"),
            Map.entry("num.io.threads", "2"),
            Map.entry("num.recovery.threads.per.data.dir", "2"),
            Map.entry("log.segment.bytes", "67108864"),
            Map.entry("log.cleaner.dedupe.buffer.size", "16777216"));

    /** A single broker waits for no other. A cluster keeps the defaults for these, as in production. */
    private static final Map<String, String> ALONE = Map.of(
            "group.initial.rebalance.delay.ms",
            "0",
            // After kill -9, a restarted broker cannot register until its old session has expired.
            "broker.session.timeout.ms",
            "6000",
            "broker.heartbeat.interval.ms",
            "1000",
            // No other controller waits for signs of life; the default, two records a second, is half of the idle cost.
            "metadata.max.idle.interval.ms",
            "5000",
            // The only voter need not wait for others before it leads again.
            "controller.quorum.election.timeout.ms",
            "100",
            "controller.quorum.fetch.timeout.ms",
            "500");

    private BrokerSettings() {}

    /**
     * Settings of a single broker that keeps its data in {@code data} and listens for clients on {@code address} only.
     */
    public static Map<String, String> of(Path data, String address, int port, int controllerPort) {
        var settings = of(data, address, new ClusterPlan.Node(1, port, controllerPort));
        settings.putAll(ALONE);
        settings.putAll(copies(1));
        settings.put("controller.quorum.voters", "1@127.0.0.1:%d".formatted(controllerPort));
        return settings;
    }

    /**
     * Settings of broker {@code id} of {@code plan}, which keeps its data in {@code data}. With three brokers, each
     * record has three copies and is acknowledged when two have it, as in production
     * (deploy/kubernetes/components/kafka).
     */
    static Map<String, String> of(Path data, ClusterPlan plan, int id) {
        var settings = of(data, "127.0.0.1", plan.node(id));
        settings.putAll(copies(Math.min(3, plan.nodes().size())));
        settings.put("controller.quorum.voters", plan.voters());
        return settings;
    }

    private static Map<String, String> of(Path data, String address, ClusterPlan.Node node) {
        var settings = new TreeMap<>(FIXED);
        settings.put("node.id", Integer.toString(node.id()));
        settings.put("log.dirs", data.toString());
        settings.put(
                "listeners",
                "PLAINTEXT://%s:%d,CONTROLLER://127.0.0.1:%d".formatted(address, node.port(), node.controllerPort()));
        settings.put("advertised.listeners", "PLAINTEXT://localhost:%d".formatted(node.port()));
        return settings;
    }

    /** Writes a properties file. Java does not read it as UTF-8, so letters outside ASCII are escaped. */
    static void write(Map<String, String> settings, Path file) throws IOException {
        var properties = new Properties();
        properties.putAll(settings);
        try (var output = Files.newOutputStream(file)) {
            properties.store(output, null);
        }
    }

    private static Map<String, String> copies(int count) {
        var all = Integer.toString(count);
        var enough = Integer.toString(Math.max(1, count - 1));
        return Map.of(
                "default.replication.factor", all,
                "min.insync.replicas", enough,
                "offsets.topic.replication.factor", all,
                "transaction.state.log.replication.factor", all,
                "transaction.state.log.min.isr", enough,
                "share.coordinator.state.topic.replication.factor", all,
                "share.coordinator.state.topic.min.isr", enough);
    }
}
