package io.plugstream.api.outbox;

import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a compacted topic holds at this moment: the newest committed record of each key. */
final class TopicContent {

    private static final Logger log = LoggerFactory.getLogger(TopicContent.class);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration STANDSTILL = Duration.ofSeconds(10);

    private final KafkaClients clients;

    TopicContent(KafkaClients clients) {
        this.clients = clients;
    }

    /**
     * Reads {@code topic} to its present end. A value that cannot be read stands as empty; a key that cannot be read is
     * left out.
     */
    <K, V> Map<K, Optional<V>> read(Topic<K, V> topic) {
        Map<String, Object> settings = clients.consumer();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        Map<K, Optional<V>> content = new HashMap<>();
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            readToEnd(consumer, topic, content);
        }
        return content;
    }

    private static <K, V> void readToEnd(
            Consumer<byte[], byte[]> consumer, Topic<K, V> topic, Map<K, Optional<V>> content) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic.name()).stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long left = left(consumer, ends);
        long lastProgress = System.nanoTime();
        while (left > 0) {
            consumer.poll(POLL).forEach(record -> note(topic, record, content));
            long leftNow = left(consumer, ends);
            if (leftNow < left) {
                lastProgress = System.nanoTime();
            } else if (System.nanoTime() - lastProgress > STANDSTILL.toNanos()) {
                throw new TimeoutException("no more of " + topic.name() + " within " + STANDSTILL);
            }
            left = leftNow;
        }
    }

    private static long left(Consumer<?, ?> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - consumer.position(end.getKey())))
                .sum();
    }

    private static <K, V> void note(
            Topic<K, V> topic, ConsumerRecord<byte[], byte[]> record, Map<K, Optional<V>> content) {
        K key;
        try {
            key = topic.keys().deserializer().deserialize(topic.name(), record.key());
        } catch (SerializationException _) {
            log.warn("Key of record {} of {}-{} cannot be read", record.offset(), record.topic(), record.partition());
            return;
        }
        if (record.value() == null) {
            content.remove(key);
        } else {
            content.put(key, value(topic, record));
        }
    }

    private static <V> Optional<V> value(Topic<?, V> topic, ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.of(topic.values().deserializer().deserialize(topic.name(), record.value()));
        } catch (SerializationException _) {
            return Optional.empty();
        }
    }
}
