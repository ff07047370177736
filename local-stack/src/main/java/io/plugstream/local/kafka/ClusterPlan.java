package io.plugstream.local.kafka;

import io.plugstream.local.process.FreePorts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * The brokers of a local cluster and their ports, decided before the first broker starts.
 *
 * @param clusterId the id that new storage is formatted with
 * @param nodes brokers 1 to {@code nodes.size()}, each a controller too
 */
public record ClusterPlan(String clusterId, List<Node> nodes) {
    private static final String ALL_CLIENTS = "PLAINTEXT";
    private static final String CONTROLLER = "CONTROLLER";

    /**
     * A broker's listener for one client. It advertises the port of a proxy between the two instead of its own.
     *
     * @param name letters, digits and underscores; the same on each broker
     */
    public record ClientListener(String name, int port, int advertisedPort) {}

    /** One broker: its port for clients and other brokers, its controller port, and listeners for single clients. */
    public record Node(int id, int port, int controllerPort, List<ClientListener> clientListeners) {
        public Node {
            clientListeners = List.copyOf(clientListeners);
        }

        String listeners() {
            return Stream.concat(
                            Stream.of(
                                    listener(ALL_CLIENTS, "127.0.0.1", port),
                                    listener(CONTROLLER, "127.0.0.1", controllerPort)),
                            clientListeners.stream().map(client -> listener(client.name(), "127.0.0.1", client.port())))
                    .collect(Collectors.joining(","));
        }

        String advertisedListeners() {
            return Stream.concat(
                            Stream.of(listener(ALL_CLIENTS, "localhost", port)),
                            clientListeners.stream()
                                    .map(client -> listener(client.name(), "localhost", client.advertisedPort())))
                    .collect(Collectors.joining(","));
        }

        String protocols() {
            return Stream.concat(
                            Stream.of(ALL_CLIENTS, CONTROLLER),
                            clientListeners.stream().map(ClientListener::name))
                    .map(name -> name + ":PLAINTEXT")
                    .collect(Collectors.joining(","));
        }

        private static String listener(String name, String host, int port) {
            return "%s://%s:%d".formatted(name, host, port);
        }
    }

    public ClusterPlan {
        nodes = List.copyOf(nodes);
    }

    /** A new cluster of brokers on these ports. */
    static ClusterPlan onPorts(String clusterId, List<Integer> ports) {
        var nodes = new ArrayList<Node>();
        for (var port : ports) {
            nodes.add(new Node(nodes.size() + 1, port, FreePorts.one(), List.of()));
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

    /** All controllers, for clients that connect to controllers instead of brokers. */
    public String bootstrapControllers() {
        return nodes.stream().map(node -> "127.0.0.1:" + node.controllerPort()).collect(Collectors.joining(","));
    }

    /** All brokers, for clients without a listener of their own. */
    public String bootstrapServers() {
        return nodes.stream().map(node -> "localhost:" + node.port()).collect(Collectors.joining(","));
    }
}
