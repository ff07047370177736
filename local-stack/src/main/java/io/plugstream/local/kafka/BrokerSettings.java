package io.plugstream.local.kafka;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a broker is told: one node for everything, known to clients as localhost, sized for one machine. */
public final class BrokerSettings {
    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", "1"),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry("inter.broker.listener.name", "PLAINTEXT"),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("default.replication.factor", "1"),
            Map.entry("num.partitions", "4"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "4"),
            // Transactions that follow each other closely; 20 ms unless told otherwise (ADR 0037).
            Map.entry("add.partitions.to.txn.retry.backoff.ms", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // A stack that rests for some weeks goes on where it was.
            Map.entry("offsets.retention.minutes", "43200"),
            // After a kill -9 the restarted broker is let in again once its former session has ended.
            Map.entry("broker.session.timeout.ms", "6000"),
            Map.entry("broker.heartbeat.interval.ms", "500"),
            // The only voter need not wait for others before it leads again.
            Map.entry("controller.quorum.election.timeout.ms", "100"),
            Map.entry("controller.quorum.fetch.timeout.ms", "500"),
            Map.entry("num.network.threads", "2"),
            Map.entry("num.io.threads", "4"),
            Map.entry("num.recovery.threads.per.data.dir", "2"),
            Map.entry("log.segment.bytes", "67108864"),
            Map.entry("log.cleaner.dedupe.buffer.size", "16777216"));

    private BrokerSettings() {}

    /** A broker that keeps its data in {@code data} and listens for clients on {@code address} only. */
    public static Map<String, String> of(Path data, String address, int port, int controllerPort) {
        var settings = new TreeMap<>(FIXED);
        settings.put("log.dirs", data.toString());
        settings.put(
                "listeners", "PLAINTEXT://%s:%d,CONTROLLER://127.0.0.1:%d".formatted(address, port, controllerPort));
        settings.put("advertised.listeners", "PLAINTEXT://localhost:%d".formatted(port));
        settings.put("controller.quorum.voters", "1@127.0.0.1:%d".formatted(controllerPort));
        return settings;
    }

    /** The same for Apache Kafka's image, which takes its settings from environment variables. */
    public static Map<String, String> asVariables(Map<String, String> settings) {
        return settings.entrySet().stream()
                .collect(Collectors.toMap(
                        setting -> "KAFKA_"
                                + setting.getKey().toUpperCase(Locale.ROOT).replace('.', '_'),
                        Map.Entry::getValue));
    }
}
