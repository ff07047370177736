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
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of a compacted topic: the newest committed record of each key. Reads in steps of bounded length, so the
 * caller can do other work in between, and reads on to new records. For one thread.
 */
final class TopicContent<K, V> implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TopicContent.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int LONGEST_REQUEST_MS = 5_000;
    private static final Duration STANDSTILL = Duration.ofSeconds(10);

    private final Topic<K, V> topic;
    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final boolean complete;
    private final Map<K, Optional<V>> content = new HashMap<>();
    private long lastProgress = System.nanoTime();

    private TopicContent(Topic<K, V> topic, Consumer<byte[], byte[]> consumer) {
        this.topic = topic;
        this.consumer = consumer;
        List<PartitionInfo> present = consumer.partitionsFor(topic.name());
        this.complete = present.stream().allMatch(partition -> partition.leader() != null);
        this.partitions = present.stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    static <K, V> TopicContent<K, V> open(Topic<K, V> topic, KafkaClients clients) {
        Map<String, Object> settings = clients.reader("earliest");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LONGEST_REQUEST_MS);
        Consumer<byte[], byte[]> consumer = KafkaClients.openConsumer(settings);
        try {
            return new TopicContent<>(topic, consumer);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    /** Reads on for one poll; returns whether it has reached the end that the topic had before it. */
    boolean readOn() {
        if (!complete) {
            // Without a leader the next request would wait for its timeout.
            throw new LeaderNotAvailableException("a partition of " + topic.name() + " has no leader");
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        var records = consumer.poll(POLL);
        records.forEach(this::note);
        boolean isAtEnd = ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        if (isAtEnd || !records.isEmpty()) {
            lastProgress = System.nanoTime();
        } else if (System.nanoTime() - lastProgress > STANDSTILL.toNanos()) {
            throw new TimeoutException("no records of " + topic.name() + " within " + STANDSTILL);
        }
        return isAtEnd;
    }

    /** The entries read so far. An unreadable value is empty; an unreadable key is left out. */
    Map<K, Optional<V>> known() {
        return content;
    }

    @Override
    public void close() {
        consumer.close();
    }

    private void note(ConsumerRecord<byte[], byte[]> record) {
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
            content.put(key, topic.read(record.value()));
        }
    }
}
