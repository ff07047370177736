package io.plugstream.api.outbox;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Partitions to which nothing can be appended at present. Their rows of the outbox wait, without a further attempt
 * while a partition has no leader, so that those of other partitions are published in time. For one thread.
 */
final class HeldPartitions {

    /** Pause before another attempt at any partition that has a leader, if one failed for the first time. */
    static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

    /** The same, if one fails for longer. */
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** A failure that is older, of a partition that has a leader, tells nothing: no row may have come since. */
    static final Duration MEMORY = Duration.ofMinutes(10);

    /** How long a partition that has a leader may fail until another replica should try. */
    static final Duration LONGEST = Duration.ofMinutes(1);

    private final UnaryOperator<Set<TopicPartition>> leaderless;
    private final LongSupplier nanoTime;
    private final Map<TopicPartition, Failure> failures = new LinkedHashMap<>();

    HeldPartitions(KafkaClients clients) {
        this(partitions -> leaderless(clients, partitions), System::nanoTime);
    }

    /** @param leaderless finds the partitions without a leader in the topics of the given ones */
    HeldPartitions(UnaryOperator<Set<TopicPartition>> leaderless, LongSupplier nanoTime) {
        this.leaderless = leaderless;
        this.nanoTime = nanoTime;
    }

    /**
     * Holds a partition that took no record in time, and the others of its topic that have no leader.
     *
     * @throws KafkaException if Kafka does not answer at all, or if the partition has a leader, so that this replica
     *     may be the only one that does not reach it
     */
    void hold(TopicPartition partition) {
        long now = nanoTime.getAsLong();
        Set<TopicPartition> waiting = leaderless.apply(Set.of(partition));
        waiting.forEach(other -> put(other, now, now));
        if (!waiting.contains(partition)) {
            Failure first = failures.getOrDefault(partition, new Failure(now, now));
            if (now - first.since() >= LONGEST.toNanos()) {
                throw new TimeoutException(partition + " has a leader, but takes nothing from this replica");
            }
            put(partition, first.since(), now);
        }
    }

    private void put(TopicPartition partition, long since, long at) {
        failures.remove(partition);
        failures.put(partition, new Failure(since, at));
    }

    /** Ends the hold of a partition that took records. */
    void release(TopicPartition partition) {
        failures.remove(partition);
    }

    /** The partitions that took no record when they were tried last, in the order in which that was. */
    List<TopicPartition> failed() {
        return List.copyOf(failures.keySet());
    }

    /**
     * The partitions for which no attempt is due. After a failure none that failed is due for a while, because each
     * attempt delays the others.
     *
     * @throws KafkaException if Kafka does not answer at all
     */
    Set<TopicPartition> held() {
        if (failures.isEmpty()) {
            return Set.of();
        }
        Set<TopicPartition> waiting = new HashSet<>(leaderless.apply(Set.copyOf(failures.keySet())));
        long now = nanoTime.getAsLong();
        failures.entrySet()
                .removeIf(failed -> !waiting.contains(failed.getKey())
                        && now - failed.getValue().at() > MEMORY.toNanos());
        boolean isPause = failures.entrySet().stream()
                .anyMatch(failed -> !waiting.contains(failed.getKey())
                        && now - failed.getValue().at() <= failed.getValue().pause());
        if (isPause) {
            waiting.addAll(failures.keySet());
        }
        return waiting;
    }

    private static Set<TopicPartition> leaderless(KafkaClients clients, Set<TopicPartition> partitions) {
        Set<String> topics = partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        Set<TopicPartition> leaderless = new HashSet<>();
        for (TopicDescription topic : descriptions(clients, topics).values()) {
            topic.partitions().stream()
                    .filter(partition -> partition.leader() == null)
                    .forEach(partition -> leaderless.add(new TopicPartition(topic.name(), partition.partition())));
        }
        return leaderless;
    }

    private static Map<String, TopicDescription> descriptions(KafkaClients clients, Set<String> topics) {
        try {
            return clients.sharedAdmin().describeTopics(topics).allTopicNames().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException failure ? failure : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /**
     * @param since when the partition failed first
     * @param at when it failed last
     */
    private record Failure(long since, long at) {

        long pause() {
            return Math.clamp(at - since, SHORTEST_PAUSE.toNanos(), LONGEST_PAUSE.toNanos());
        }
    }
}
