package io.plugstream.benchmark.start;

import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The records that a reader of a topic has to read.
 *
 * @param records the number of records left after compaction
 * @param bytes the size of their keys and values
 */
record Log(long records, long bytes) {

    private static final Duration POLL = Duration.ofMillis(500);

    /** Reads all of {@code topic}. */
    static Log of(String bootstrapServers, Topic<?, ?> topic) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", bootstrapServers, "max.partition.fetch.bytes", 4 << 20, "max.poll.records", 5_000);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, topic.partitions())
                    .mapToObj(partition -> new TopicPartition(topic.name(), partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long records = 0;
            long bytes = 0;
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (var record : consumer.poll(POLL)) {
                    records++;
                    bytes += record.serializedKeySize() + Math.max(0, record.serializedValueSize());
                }
            }
            return new Log(records, bytes);
        }
    }
}
