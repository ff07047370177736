package io.plugstream.api.projection;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * Releases before this one had a group for each topic. A partition of which this group knows nothing goes on where that one
 * had come.
 */
final class FormerOffsets implements ConsumerAwareRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(FormerOffsets.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KafkaClients clients;

    FormerOffsets(KafkaClients clients) {
        this.clients = clients;
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        Set<TopicPartition> unknown = new HashSet<>(partitions);
        consumer.committed(unknown, PATIENCE).forEach((partition, offset) -> {
            if (offset != null) {
                unknown.remove(partition);
            }
        });
        if (!unknown.isEmpty()) {
            former(unknown).forEach(consumer::seek);
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> former(Set<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> former = new HashMap<>();
        try {
            for (String topic :
                    partitions.stream().map(TopicPartition::topic).distinct().toList()) {
                clients.sharedAdmin()
                        .listConsumerGroupOffsets(ProjectionContainers.group(topic))
                        .partitionsToOffsetAndMetadata()
                        .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                        .forEach((partition, offset) -> {
                            if (offset != null && partitions.contains(partition)) {
                                former.put(partition, offset);
                            }
                        });
            }
        } catch (ExecutionException | TimeoutException e) {
            // What is read a second time changes nothing; it only takes longer.
            log.warn(
                    "{} are read from their beginnings, for the former groups cannot be asked: {}",
                    partitions,
                    e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while former offsets were asked for", e);
        }
        return former;
    }
}
