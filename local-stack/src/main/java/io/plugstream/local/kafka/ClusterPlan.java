package io.plugstream.local.kafka;

import io.plugstream.local.process.FreePorts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;

/**
 * The brokers of a local cluster and their ports, decided before the first broker starts.
 *
 * @param clusterId the id that new storage is formatted with
 * @param nodes brokers 1 to {@code nodes.size()}, each a controller too
 */
public record ClusterPlan(String clusterId, List<Node> nodes) {
    /** One broker: its port for clients and other brokers, and its controller port. */
    public record Node(int id, int port, int controllerPort) {}

    public ClusterPlan {
        nodes = List.copyOf(nodes);
    }

    /** A cluster of brokers on these ports. */
    public static ClusterPlan onPorts(String clusterId, List<Integer> ports) {
        var nodes = new ArrayList<Node>();
        for (var port : ports) {
            nodes.add(new Node(nodes.size() + 1, port, FreePorts.one()));
        }
        return new ClusterPlan(clusterId, nodes);
    }

    /** A new cluster's id. */
    public static String newClusterId() {
        return Uuid.randomUuid().toString();
    }

    /** Broker {@code id}, from 1. */
    Node node(int id) {
        return nodes.get(id - 1);
    }

    String voters() {
        return nodes.stream()
                .map(node -> "%d@127.0.0.1:%d".formatted(node.id(), node.controllerPort()))
                .collect(Collectors.joining(","));
    }

    /** All brokers, for clients. */
    public String bootstrapServers() {
        return nodes.stream().map(node -> "localhost:" + node.port()).collect(Collectors.joining(","));
    }
}
