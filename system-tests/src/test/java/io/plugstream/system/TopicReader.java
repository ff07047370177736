package io.plugstream.system;

import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads whole topics directly, without the services. */
public record TopicReader(String bootstrapServers) {

    private static final String COMMITTED = "read_committed";

    /** Passes on each committed record up to the current end, in the order of its partition. */
    public <V> void read(Topic<?, V> topic, Consumer<ConsumerRecord<byte[], V>> each) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", bootstrapServers, "isolation.level", COMMITTED, "request.timeout.ms", 10_000);
        try (KafkaConsumer<byte[], V> consumer = new KafkaConsumer<>(
                settings, new ByteArrayDeserializer(), topic.values().deserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic.name()).stream()
                    .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(each);
            }
        }
    }
}
