package io.plugstream.gateway.publish;

import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.springframework.stereotype.Component;

/** Finds the partition of a key and the end of a partition. */
@Component
final class Partitions {

    private final DurableLog log;
    private final Admin admin;
    private final Duration timeout;

    Partitions(DurableLog log, KafkaClients clients, PublishProperties properties) {
        this.log = log;
        this.admin = clients.sharedAdmin();
        this.timeout = properties.acknowledgementTimeout();
    }

    /** The partition of {@code key}, as the producer's default partitioner chooses it. */
    <K> TopicPartition of(Topic<K, ?> topic, K key) throws NotAcknowledgedException {
        byte[] bytes = topic.keys().serializer().serialize(topic.name(), key);
        return new TopicPartition(topic.name(), Utils.toPositive(Utils.murmur2(bytes)) % log.partitions(topic));
    }

    /** The offset after the last record. */
    long end(TopicPartition partition) throws NotAcknowledgedException {
        ListOffsetsOptions options = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
        options.timeoutMs(Math.toIntExact(timeout.toMillis()));
        try {
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()), options)
                    .partitionResult(partition)
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .offset();
        } catch (ExecutionException | TimeoutException e) {
            throw new NotAcknowledgedException("Kafka does not return the end of " + partition, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotAcknowledgedException("interrupted", e);
        }
    }
}
