package io.plugstream.base.kafka;

import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a table's topic once, from its beginning to the end offsets at the start of the read. Without a rule only the
 * last record of each key is parsed (ADR 68). Confined to one thread.
 */
final class TableLoad<K, V> {

    private static final Logger log = LoggerFactory.getLogger(TableLoad.class);
    private static final Duration POLL = Duration.ofMillis(500);

    // Large fetches and polls make reading a whole topic faster.
    private static final int MOST_BYTES_OF_A_PARTITION = 4 << 20;
    private static final int MOST_RECORDS = 5_000;

    private final TableRecords<K, V> records;
    private final @Nullable BinaryOperator<V> rule;
    private final TableProgress progress;
    private final Runnable checkRunning;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> ends;

    private Map<K, V> entries = Map.of();

    /** Keys whose last record is a tombstone. */
    private final Set<K> deleted = new HashSet<>();

    /**
     * Reads the topic's end offsets.
     *
     * @param rule chooses the valid one of a key's two records; null for the last
     * @param checkRunning throws if the table is stopping
     */
    TableLoad(
            TableRecords<K, V> records,
            @Nullable BinaryOperator<V> rule,
            TableProgress progress,
            Runnable checkRunning,
            Consumer<byte[], byte[]> consumer) {
        this.records = records;
        this.rule = rule;
        this.progress = progress;
        this.checkRunning = checkRunning;
        this.consumer = consumer;
        List<TopicPartition> partitions = partitions(records.topic(), consumer);
        consumer.assign(partitions);
        this.ends = consumer.endOffsets(partitions);
    }

    /** Opens a consumer that can read the whole topic fast. */
    static Consumer<byte[], byte[]> consumer(Topic<?, ?> topic, KafkaClients clients) {
        Map<String, Object> settings = clients.follower("none");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "table-" + topic.name());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MOST_BYTES_OF_A_PARTITION);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS);
        return KafkaClients.openConsumer(settings);
    }

    private static List<TopicPartition> partitions(String topic, Consumer<?, ?> consumer) {
        List<TopicPartition> partitions =
                Objects.requireNonNullElse(consumer.partitionsFor(topic), List.<PartitionInfo>of()).stream()
                        .map(partition -> new TopicPartition(topic, partition.partition()))
                        .toList();
        if (partitions.isEmpty()) {
            throw new UnknownTopicOrPartitionException("there is no topic " + topic);
        }
        return partitions;
    }

    /** Whether a partition of the topic ends before {@code positions}, so that it has lost records. */
    boolean endsBefore(TablePositions positions) {
        return ends.entrySet().stream()
                .anyMatch(end -> end.getValue() < positions.of(end.getKey().partition()));
    }

    void read() {
        if (rule == null) {
            try {
                entries = lastValues();
                return;
            } catch (UnreadableRecordException e) {
                // The valid record of this key may be an earlier one.
                log.warn("Parsing every record of table {}: {}", records.topic(), e.getMessage());
                deleted.clear();
            }
        }
        entries = eachValue();
    }

    /** The topic's entries, in a mutable map. */
    Map<K, V> entries() {
        return entries;
    }

    /** Whether the last record of {@code key} deletes it. */
    boolean deletes(K key) {
        return deleted.contains(key);
    }

    private Map<K, V> lastValues() {
        Map<K, byte[]> last = new HashMap<>();
        eachRecord(record -> {
            K key = records.key(record);
            byte[] value = record.value();
            note(key, value == null);
            if (value == null) {
                last.remove(key);
            } else {
                last.put(key, value);
            }
        });
        Map<K, V> values = new ConcurrentHashMap<>(last.size());
        // Removing each entry's bytes once it is parsed keeps bytes and values from filling memory together.
        for (Iterator<Map.Entry<K, byte[]>> left = last.entrySet().iterator(); left.hasNext(); left.remove()) {
            Map.Entry<K, byte[]> next = left.next();
            values.put(next.getKey(), records.value(next.getValue()));
        }
        return values;
    }

    private Map<K, V> eachValue() {
        Map<K, V> values = new ConcurrentHashMap<>();
        eachRecord(record -> records.read(record, (key, value) -> {
            TableRecords.put(values, key, value, rule);
            note(key, value == null);
        }));
        return values;
    }

    private void eachRecord(java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        consumer.seekToBeginning(ends.keySet());
        while (left() > 0) {
            checkRunning.run();
            consumer.poll(POLL).forEach(taker);
        }
    }

    private long left() {
        long reached = 0;
        long left = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            long position = consumer.position(end.getKey());
            reached += position;
            left += Math.max(0, end.getValue() - position);
        }
        progress.at(reached, left);
        return left;
    }

    private void note(K key, boolean isDeletion) {
        if (isDeletion) {
            deleted.add(key);
        } else if (!deleted.isEmpty()) {
            deleted.remove(key);
        }
    }
}
