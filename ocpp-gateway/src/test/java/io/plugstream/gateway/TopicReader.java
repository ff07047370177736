package io.plugstream.gateway;

import io.plugstream.model.topic.Topic;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads each topic once and then continues from its position, so that frequent reads are cheap. Results include all
 * records that were acknowledged before the call.
 */
final class TopicReader implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, Map<ByteBuffer, List<byte @Nullable []>>> values = new HashMap<>();

    TopicReader(String servers) {
        this.consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", servers, "fetch.max.wait.ms", 20),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** All values of {@code key} in the topic's order, null for a tombstone. */
    synchronized <K, V> List<V> read(Topic<K, V> topic, K key) {
        Map<TopicPartition, Long> ends = ends(topic);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(Duration.ofMillis(100)).forEach(this::keep);
        }
        ByteBuffer wanted = ByteBuffer.wrap(topic.keys().serializer().serialize(topic.name(), key));
        return kept(topic.name()).getOrDefault(wanted, List.of()).stream()
                .map(value -> topic.values().deserializer().deserialize(topic.name(), value))
                .toList();
    }

    /** The number of records ever written to a topic. */
    synchronized int count(Topic<?, ?> topic) {
        return Math.toIntExact(
                ends(topic).values().stream().mapToLong(end -> end).sum());
    }

    private Map<TopicPartition, Long> ends(Topic<?, ?> topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic.name()).stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .toList();
        if (values.putIfAbsent(topic.name(), new HashMap<>()) == null) {
            Set<TopicPartition> all = new HashSet<>(consumer.assignment());
            all.addAll(partitions);
            consumer.assign(all);
            consumer.seekToBeginning(partitions);
        }
        return consumer.endOffsets(partitions);
    }

    private void keep(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() != null) {
            kept(record.topic())
                    .computeIfAbsent(ByteBuffer.wrap(record.key()), _ -> new ArrayList<>())
                    .add(record.value());
        }
    }

    private Map<ByteBuffer, List<byte @Nullable []>> kept(String topic) {
        return values.computeIfAbsent(topic, _ -> new HashMap<>());
    }

    @Override
    public synchronized void close() {
        consumer.close();
    }
}
