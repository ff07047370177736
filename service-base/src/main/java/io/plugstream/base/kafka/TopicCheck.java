package io.plugstream.base.kafka;

import io.plugstream.base.StartRefusedException;
import io.plugstream.model.topic.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares a service's topics with the catalogue, and adds settings that a later version introduced. Of changelogs it
 * compares what protects their records.
 */
final class TopicCheck {

    private static final Logger log = LoggerFactory.getLogger(TopicCheck.class);

    /** Clusters with more brokers still get no more replicas. */
    private static final int MOST_REPLICAS = 3;

    private final Admin admin;
    private final @Nullable Integer replicas;
    private final boolean mayAdd;

    /**
     * @param replicas required per partition; null for the number of brokers, at most three
     * @param mayAdd whether missing settings are added to topics
     */
    TopicCheck(Admin admin, @Nullable Integer replicas, boolean mayAdd) {
        this.admin = admin;
        this.replicas = replicas;
        this.mayAdd = mayAdd;
    }

    /**
     * Checks topics, which exist, and changelogs, which may not exist yet.
     *
     * @throws StartRefusedException if the service must not start; its message has all reasons
     */
    void run(Collection<Topic<?, ?>> topics, Collection<String> changelogs)
            throws ExecutionException, InterruptedException {
        TopicRules rules = new TopicRules(leastReplicas());
        List<TopicFault> faults = new ArrayList<>();
        Map<String, ExistingTopic> existing =
                read(admin.describeTopics(topics.stream().map(Topic::name).toList())
                        .allTopicNames()
                        .get());
        for (Topic<?, ?> topic : topics) {
            ExistingTopic found = completed(topic, Objects.requireNonNull(existing.get(topic.name())));
            faults.addAll(rules.faults(topic, found));
        }
        read(existing(changelogs)).values().forEach(changelog -> faults.addAll(rules.faults(changelog)));
        report(faults);
    }

    private static void report(List<TopicFault> faults) {
        List<TopicFault> dangers = faults.stream().filter(TopicFault::dangerous).toList();
        faults.stream()
                .filter(fault -> !fault.dangerous())
                .forEach(fault -> log.warn("Differs from the catalogue and is left unchanged: {}", fault));
        if (!dangers.isEmpty()) {
            throw new StartRefusedException("This service does not start because of the settings of Kafka's topics: "
                    + dangers.stream().map(TopicFault::toString).collect(Collectors.joining("; ")));
        }
    }

    private int leastReplicas() throws ExecutionException, InterruptedException {
        return replicas != null
                ? replicas
                : Math.min(MOST_REPLICAS, admin.describeCluster().nodes().get().size());
    }

    private Map<String, TopicDescription> existing(Collection<String> names)
            throws ExecutionException, InterruptedException {
        Map<String, TopicDescription> existing = new HashMap<>();
        for (var answer : admin.describeTopics(names).topicNameValues().entrySet()) {
            try {
                existing.put(answer.getKey(), answer.getValue().get());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
        return existing;
    }

    private Map<String, ExistingTopic> read(Map<String, TopicDescription> descriptions)
            throws ExecutionException, InterruptedException {
        List<ConfigResource> resources =
                descriptions.keySet().stream().map(TopicCheck::resource).toList();
        Map<String, ExistingTopic> found = new HashMap<>();
        for (var answer : admin.describeConfigs(resources).values().entrySet()) {
            String name = answer.getKey().name();
            Config config = settings(name, answer.getValue());
            found.put(name, ExistingTopic.of(Objects.requireNonNull(descriptions.get(name)), config));
        }
        return found;
    }

    static Config settings(String topic, KafkaFuture<Config> answer) throws ExecutionException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                throw new StartRefusedException(
                        "The settings of topic " + topic
                                + " cannot be checked: the Kafka user of this service needs the"
                                + " operation DescribeConfigs on it. plugstream.kafka.check-topics=false starts without"
                                + " the check",
                        e);
            }
            throw e;
        }
    }

    /** The topic with its missing settings, if they could be added. */
    private ExistingTopic completed(Topic<?, ?> topic, ExistingTopic found)
            throws ExecutionException, InterruptedException {
        Map<String, String> missing = TopicRules.missing(topic, found);
        if (!mayAdd || missing.isEmpty()) {
            return found;
        }
        List<AlterConfigOp> additions = missing.entrySet().stream()
                .map(setting -> new AlterConfigOp(
                        new ConfigEntry(setting.getKey(), setting.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        try {
            admin.incrementalAlterConfigs(Map.of(resource(topic.name()), additions))
                    .all()
                    .get();
            log.info("Added to topic {}: {}", topic.name(), missing);
            return found.with(missing);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                log.warn(
                        "Topic {} lacks {}, and the Kafka user of this service may not add it (AlterConfigs)",
                        topic.name(),
                        missing);
                return found;
            }
            throw e;
        }
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }
}
