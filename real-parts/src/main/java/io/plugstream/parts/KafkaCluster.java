package io.plugstream.parts;

import io.plugstream.local.kafka.ClusterPlan;
import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.Parallel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        this.roles = new ClusterRoles(plan.bootstrapServers(), bootstrapControllers(plan));
    }

    /**
     * Starts the brokers and returns when all answer.
     *
     * @param clients names of letters and digits; each client reaches all brokers through its own proxies if it uses
     *     its own bootstrap servers
     */
    public static KafkaCluster start(String... clients) {
        Map<String, List<TcpProxy>> clientProxies = new LinkedHashMap<>();
        for (String client : clients) {
            clientProxies.put(
                    client,
                    Stream.generate(() -> TcpProxy.to(FreePorts.one()))
                            .limit(BROKERS)
                            .toList());
        }
        ClusterPlan plan = ClusterPlan.onPorts(
                ClusterPlan.newClusterId(),
                Stream.generate(FreePorts::one).limit(BROKERS).toList());
        var starts = plan.nodes().stream()
                .map(node -> Parallel.start(() -> start(plan, node.id(), clientProxies)))
                .toList();
        try {
            return new KafkaCluster(plan, Parallel.allOrNone(starts), clientProxies);
        } catch (RuntimeException e) {
            clientProxies.values().forEach(proxies -> proxies.forEach(TcpProxy::close));
            throw e;
        }
    }

    private static ClusterBroker start(ClusterPlan plan, int id, Map<String, List<TcpProxy>> clientProxies) {
        UnaryOperator<Map<String, String>> listeners = settings -> {
            Map<String, String> changed = settings;
            for (var client : clientProxies.entrySet()) {
                changed =
                        withListener(changed, client.getKey(), client.getValue().get(id - 1));
            }
            return changed;
        };
        Lifecycle lifecycle = Kafka.broker("kafka-" + id, home -> KafkaBroker.start(home, plan, id, listeners));
        lifecycle.start();
        return new ClusterBroker(id, lifecycle);
    }

    private static Map<String, String> withListener(Map<String, String> settings, String client, TcpProxy proxy) {
        Map<String, String> changed = AddedListener.proxied(settings, client.toUpperCase(Locale.ROOT), proxy);
        // Such a listener serves one client.
        changed.put("listener.name.%s.num.network.threads".formatted(client.toLowerCase(Locale.ROOT)), "1");
        return changed;
    }

    /** For clients that connect to controllers instead of brokers. */
    private static String bootstrapControllers(ClusterPlan plan) {
        return plan.nodes().stream()
                .map(node -> "127.0.0.1:" + node.controllerPort())
                .collect(Collectors.joining(","));
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
