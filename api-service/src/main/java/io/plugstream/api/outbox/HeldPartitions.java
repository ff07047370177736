package io.plugstream.api.outbox;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Partitions to which nothing can be appended at present. Their rows of the outbox wait, without a further attempt
 * while a partition has no leader, so that those of other partitions are published in time. For one thread.
 */
final class HeldPartitions {

    /** Pause before another attempt if the partition has a leader. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final KafkaClients clients;
    private final Map<TopicPartition, Long> heldAt = new HashMap<>();

    HeldPartitions(KafkaClients clients) {
        this.clients = clients;
    }

    /**
     * Holds a partition that took no record in time, and the others of its topic that have no leader.
     *
     * @throws KafkaException if Kafka does not answer at all
     */
    void hold(TopicPartition partition) {
        heldAt.put(partition, System.nanoTime());
        leaderless(Set.of(partition.topic())).forEach(other -> heldAt.put(other, System.nanoTime()));
    }

    /**
     * The partitions for which no attempt is due.
     *
     * @throws KafkaException if Kafka does not answer at all
     */
    Set<TopicPartition> held() {
        if (!heldAt.isEmpty()) {
            Set<TopicPartition> leaderless = leaderless(
                    heldAt.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet()));
            long now = System.nanoTime();
            heldAt.entrySet()
                    .removeIf(held -> !leaderless.contains(held.getKey()) && now - held.getValue() > PAUSE.toNanos());
        }
        return Set.copyOf(heldAt.keySet());
    }

    private Set<TopicPartition> leaderless(Set<String> topics) {
        Set<TopicPartition> leaderless = new HashSet<>();
        for (TopicDescription topic : descriptions(topics).values()) {
            topic.partitions().stream()
                    .filter(partition -> partition.leader() == null)
                    .forEach(partition -> leaderless.add(new TopicPartition(topic.name(), partition.partition())));
        }
        return leaderless;
    }

    private Map<String, TopicDescription> descriptions(Set<String> topics) {
        try {
            return clients.sharedAdmin().describeTopics(topics).allTopicNames().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException failure ? failure : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
