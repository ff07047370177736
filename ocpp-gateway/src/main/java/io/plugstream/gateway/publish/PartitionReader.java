package io.plugstream.gateway.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** Reads one partition from a given time on, as long as it makes progress. For one thread. */
final class PartitionReader {

    /** The clocks of two gateways may differ. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

    private static final Duration POLL = Duration.ofMillis(100);

    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final Duration timeout;

    /** Whether the reading may stop before its end. */
    interface Stop {
        boolean isDue() throws NotAcknowledgedException;
    }

    /** @param timeout how long to wait without progress before the reading is aborted */
    PartitionReader(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            TopicPartition partition,
            Duration timeout) {
        this.consumer = consumer;
        this.partition = partition;
        this.timeout = timeout;
    }

    /** Seeks the first record that may be from {@code since} or later. Returns the partition's current end. */
    long seek(Instant since) {
        consumer.assign(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        long time = since.minus(CLOCK_TOLERANCE).toEpochMilli();
        OffsetAndTimestamp found =
                consumer.offsetsForTimes(Map.of(partition, time)).get(partition);
        consumer.seek(partition, found == null ? end : Math.min(found.offset(), end));
        return end;
    }

    /** Passes the records before {@code end} to {@code each}, until {@code stop} is due. */
    void readTo(long end, Stop stop, Consumer<ConsumerRecord<byte[], byte[]>> each) throws NotAcknowledgedException {
        long progress = System.nanoTime();
        while (consumer.position(partition) < end && !stop.isDue()) {
            var records = consumer.poll(POLL);
            if (!records.isEmpty()) {
                progress = System.nanoTime();
            } else if (System.nanoTime() - progress > timeout.toNanos()) {
                throw new NotAcknowledgedException("the search of " + partition + " makes no progress");
            }
            records.forEach(each);
        }
    }

    @Override
    public String toString() {
        return partition.toString();
    }
}
