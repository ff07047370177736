package io.plugstream.webhook.log;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads ranges of offsets, including uncommitted records. Not a member of a consumer group. Confined to one thread. */
public final class LogReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final int LONGEST_FETCH_MS = 20;
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(3);
    private static final Duration LONGEST_CALL = Duration.ofSeconds(10);
    /** Only a lack of progress times out: a long log may take long to read. */
    private static final Duration LONGEST_WITHOUT_PROGRESS = Duration.ofSeconds(20);
    /** A hung broker costs this whole time; the default is 30 s. */
    private static final Duration LONGEST_CLOSE = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;

    /** @param group the group whose offsets {@link #hasCommitted} reads */
    public LogReader(KafkaClients clients, String group) {
        Map<String, Object> settings = clients.consumer();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(LONGEST_REQUEST.toMillis()));
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(LONGEST_CALL.toMillis()));
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        // After the last record a fetch is under way, and the next request waits for its end.
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, LONGEST_FETCH_MS);
        this.consumer = KafkaClients.openConsumer(settings);
    }

    /** Assigns partitions, and returns the offsets of their first and after their last records. */
    public Map<TopicPartition, Bounds> assign(Collection<TopicPartition> partitions) {
        consumer.assign(partitions);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<TopicPartition, Bounds> bounds = new HashMap<>();
        for (TopicPartition partition : partitions) {
            bounds.put(partition, new Bounds(begins.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L)));
        }
        return bounds;
    }

    /** Assigns one partition, as {@link #assign(Collection)} does. */
    public Bounds assign(TopicPartition partition) {
        return Objects.requireNonNull(assign(List.of(partition)).get(partition));
    }

    /**
     * The range of offsets in a partition.
     *
     * @param begin the offset of the first retained record
     * @param end the offset after the last record that all in-sync replicas have
     */
    public record Bounds(long begin, long end) {}

    /** The offset of the first record since {@code moment}; null if there is none. */
    public @Nullable Long firstOffsetSince(TopicPartition partition, Instant moment) {
        OffsetAndTimestamp first = consumer.offsetsForTimes(Map.of(partition, moment.toEpochMilli()))
                .get(partition);
        return first == null ? null : first.offset();
    }

    /** Whether the group has committed an offset of {@code partition}. */
    public boolean hasCommitted(TopicPartition partition) {
        return consumer.committed(Set.of(partition)).get(partition) != null;
    }

    /**
     * Passes each record from {@code from} (inclusive) to {@code to} (exclusive) to {@code reader}. The partition must
     * be the only assigned one.
     */
    public void read(
            TopicPartition partition,
            long from,
            long to,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        consumer.seek(partition, from);
        long deadline = System.nanoTime() + LONGEST_WITHOUT_PROGRESS.toNanos();
        for (long position = from; position < to; ) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < to) {
                    reader.accept(record);
                }
            }
            long reached = consumer.position(partition);
            if (reached > position) {
                deadline = System.nanoTime() + LONGEST_WITHOUT_PROGRESS.toNanos();
            } else if (System.nanoTime() > deadline) {
                throw new TimeoutException(
                        "no record of " + partition + " from " + position + " on within " + LONGEST_WITHOUT_PROGRESS);
            }
            position = reached;
        }
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(LONGEST_CLOSE));
    }
}
