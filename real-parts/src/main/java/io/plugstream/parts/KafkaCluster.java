package io.plugstream.parts;

import io.plugstream.local.kafka.ClusterPlan;
import io.plugstream.local.kafka.ClusterPlan.ClientListener;
import io.plugstream.local.kafka.ClusterPlan.Node;
import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.Parallel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Three Apache Kafka brokers with as many copies as in production. Each can be killed, stopped, paused, and found by
 * its role. They are always processes. Clients named at the start can be cut off from single brokers.
 */
public final class KafkaCluster implements AutoCloseable {

    private static final int BROKERS = 3;

    private final ClusterPlan plan;
    private final List<ClusterBroker> brokers;
    private final Map<String, List<TcpProxy>> clientProxies;
    private final ClusterRoles roles;

    private KafkaCluster(ClusterPlan plan, List<ClusterBroker> brokers, Map<String, List<TcpProxy>> clientProxies) {
        this.plan = plan;
        this.brokers = List.copyOf(brokers);
        this.clientProxies = clientProxies;
        this.roles = new ClusterRoles(plan.bootstrapServers(), plan.bootstrapControllers());
    }

    /**
     * Starts the brokers and returns when all answer.
     *
     * @param clients names of letters and digits; each client reaches all brokers through its own proxies if it uses
     *     its own bootstrap servers
     */
    public static KafkaCluster start(String... clients) {
        Map<String, List<TcpProxy>> clientProxies = new LinkedHashMap<>();
        List<Node> nodes = new ArrayList<>();
        for (int id = 1; id <= BROKERS; id++) {
            List<ClientListener> own = new ArrayList<>();
            for (String client : clients) {
                int port = FreePorts.one();
                TcpProxy proxy = TcpProxy.to(port);
                clientProxies.computeIfAbsent(client, _ -> new ArrayList<>()).add(proxy);
                own.add(new ClientListener(client.toUpperCase(Locale.ROOT), port, proxy.port()));
            }
            nodes.add(new Node(id, FreePorts.one(), FreePorts.one(), own));
        }
        ClusterPlan plan = new ClusterPlan(ClusterPlan.newClusterId(), nodes);
        var starts = nodes.stream()
                .map(node -> Parallel.start(() -> start(plan, node.id())))
                .toList();
        try {
            return new KafkaCluster(plan, Parallel.allOrNone(starts), clientProxies);
        } catch (RuntimeException e) {
            clientProxies.values().forEach(proxies -> proxies.forEach(TcpProxy::close));
            throw e;
        }
    }

    private static ClusterBroker start(ClusterPlan plan, int id) {
        Lifecycle lifecycle = Kafka.broker("kafka-" + id, home -> KafkaBroker.start(home, plan, id));
        lifecycle.start();
        return new ClusterBroker(id, lifecycle);
    }

    /** All brokers, for clients that are never cut off. */
    public String bootstrapServers() {
        return plan.bootstrapServers();
    }

    /** All brokers through the client's own proxies. */
    public String bootstrapServers(String client) {
        return proxies(client).stream()
                .map(proxy -> "localhost:" + proxy.port())
                .collect(Collectors.joining(","));
    }

    /** The proxy between the client and the broker. */
    public TcpProxy between(String client, ClusterBroker broker) {
        return proxies(client).get(broker.id() - 1);
    }

    /** The broker with that node id, from 1. */
    public ClusterBroker broker(int id) {
        return brokers.get(id - 1);
    }

    /** The leader of a partition. */
    public ClusterBroker leader(String topic, int partition) {
        return broker(roles.leader(topic, partition));
    }

    /** The broker that keeps the group's offsets and members. */
    public ClusterBroker groupCoordinator(String group) {
        return broker(roles.groupCoordinator(group));
    }

    /** The broker that commits the transactions of that id. */
    public ClusterBroker transactionCoordinator(String transactionalId) {
        return broker(roles.transactionCoordinator(transactionalId));
    }

    /** The leader of the controller quorum. */
    public ClusterBroker controller() {
        return broker(roles.controller());
    }

    /** Whether every replica is in sync again, so that a second failure finds the same state as the first. */
    public boolean isWhole() {
        return roles.isWhole(BROKERS);
    }

    @Override
    public void close() {
        clientProxies.values().forEach(proxies -> proxies.forEach(TcpProxy::close));
        roles.close();
        brokers.forEach(ClusterBroker::resume);
        Parallel.all(brokers.stream().map(broker -> (Runnable) broker::close).toList());
    }

    private List<TcpProxy> proxies(String client) {
        return Objects.requireNonNull(clientProxies.get(client), () -> "no client " + client);
    }
}
