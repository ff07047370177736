package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import io.plugstream.parts.Kafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads a compacted topic as the services do: committed records only, from its beginning. */
public final class TopicWatch<K, V> implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Topic<K, V> topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<K, V> table = new HashMap<>();
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    public TopicWatch(Kafka kafka, Topic<K, V> topic) {
        this(kafka.bootstrapServers(), topic);
    }

    TopicWatch(String servers, Topic<K, V> topic) {
        this.topic = topic;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        servers,
                        "isolation.level",
                        "read_committed",
                        "client.id",
                        "watch-" + UUID.randomUUID()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic.name()).stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads on until {@code key} has a wanted value; returns how long that took. */
    public Duration await(K key, Predicate<@Nullable V> wanted) {
        long begin = System.nanoTime();
        while (!wanted.test(table.get(key))) {
            Duration waited = Duration.ofNanos(System.nanoTime() - begin);
            if (waited.compareTo(TIMEOUT) > 0) {
                throw new AssertionError(topic.name() + " holds " + table.get(key) + " for " + key);
            }
            read(Duration.ofMillis(50));
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** The number of records of {@code key} seen so far. */
    public long seen(K key) {
        return records.stream().filter(record -> key.equals(keyOf(record))).count();
    }

    public @Nullable V get(K key) {
        return table.get(key);
    }

    public void read(Duration atMost) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(atMost)) {
            records.add(record);
            V value = valueOf(record);
            if (value == null) {
                table.remove(keyOf(record));
            } else {
                table.put(keyOf(record), value);
            }
        }
    }

    private @Nullable V valueOf(ConsumerRecord<byte[], byte[]> record) {
        try {
            return topic.values().deserializer().deserialize(topic.name(), record.value());
        } catch (SerializationException _) {
            return null;
        }
    }

    private K keyOf(ConsumerRecord<byte[], byte[]> record) {
        return topic.keys().deserializer().deserialize(topic.name(), record.key());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
