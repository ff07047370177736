package io.plugstream.parts;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.utils.Utils;
import org.awaitility.Awaitility;

/** The current roles of a cluster's brokers, as reported by the brokers that answer. */
final class ClusterRoles implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int ATTEMPT_SECONDS = 5;
    private static final String OFFSETS = "__consumer_offsets";
    private static final String TRANSACTIONS = "__transaction_state";

    private final Admin admin;

    private final String bootstrapControllers;

    ClusterRoles(String bootstrapServers, String bootstrapControllers) {
        admin = admin("bootstrap.servers", bootstrapServers);
        this.bootstrapControllers = bootstrapControllers;
    }

    /** Uses short timeouts: a paused broker never answers. */
    private static Admin admin(String bootstrap, String addresses) {
        return Admin.create(Map.of(
                bootstrap,
                addresses,
                "request.timeout.ms",
                2_000,
                "socket.connection.setup.timeout.ms",
                2_000,
                "default.api.timeout.ms",
                4_000));
    }

    int leader(String topic, int partition) {
        return awaitAnswer(
                () -> leaders(topic).map(leaders -> leaders.get(partition)).filter(id -> id >= 0));
    }

    int groupCoordinator(String group) {
        return coordinator(OFFSETS, group);
    }

    int transactionCoordinator(String transactionalId) {
        return coordinator(TRANSACTIONS, transactionalId);
    }

    /**
     * Asks the controllers directly: a broker would ask the controller that it knows and wait half a minute for a
     * paused one. Uses a new client each time, because a client also keeps asking the controller that it knows.
     */
    int controller() {
        return awaitAnswer(() -> {
            try (Admin controllers = admin("bootstrap.controllers", bootstrapControllers)) {
                return answer(() -> controllers.describeMetadataQuorum().quorumInfo())
                        .map(QuorumInfo::leaderId)
                        .filter(id -> id >= 0);
            }
        });
    }

    /** Whether this number of brokers is present and every replica is in sync. */
    boolean isWhole(int brokers) {
        return answer(() -> admin.describeCluster().nodes())
                        .filter(nodes -> nodes.size() == brokers)
                        .isPresent()
                && answer(() -> admin.listTopics(new ListTopicsOptions().listInternal(true))
                                .names())
                        .flatMap(names ->
                                answer(() -> admin.describeTopics(names).allTopicNames()))
                        .filter(topics -> areWhole(topics.values()))
                        .isPresent();
    }

    @Override
    public void close() {
        admin.close();
    }

    private static boolean areWhole(Collection<TopicDescription> topics) {
        return topics.stream()
                .flatMap(topic -> topic.partitions().stream())
                .allMatch(partition ->
                        partition.isr().size() == partition.replicas().size());
    }

    /** The coordinator, found like the brokers find it: by the id's hash. */
    private int coordinator(String topic, String id) {
        return awaitAnswer(() -> leaders(topic)
                .map(leaders -> leaders.get(Utils.abs(id.hashCode()) % leaders.size()))
                .filter(leader -> leader >= 0));
    }

    /** The leaders by partition; -1 where there is none. */
    private Optional<List<Integer>> leaders(String topic) {
        return answer(() -> admin.describeTopics(List.of(topic)).allTopicNames())
                .map(topics -> topics.values().iterator().next().partitions().stream()
                        .map(partition -> Optional.ofNullable(partition.leader())
                                .map(Node::id)
                                .orElse(-1))
                        .toList());
    }

    private static int awaitAnswer(Callable<Optional<Integer>> question) {
        return Awaitility.await("the brokers answer")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(100))
                .until(question, Optional::isPresent)
                .orElseThrow();
    }

    private <T> Optional<T> answer(Supplier<KafkaFuture<T>> question) {
        try {
            return Optional.of(question.get().get(ATTEMPT_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException _) {
            // Callers ask again until their limit.
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
