package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** How far a table has been read; callers can wait for a record. */
final class TablePositions {

    private final Object change = new Object();

    private volatile Map<Integer, Long> reached = Map.of();
    private volatile boolean complete;

    /** The offset after the last record that was applied; 0 if none was. */
    long of(int partition) {
        return reached.getOrDefault(partition, 0L);
    }

    /** Whether the topic has been read to its end once. */
    boolean isComplete() {
        return complete;
    }

    /** Records that the topic has been read to its end once, and now up to the reader's positions. */
    void at(Consumer<?, ?> reader) {
        Map<Integer, Long> positions = reader.assignment().stream()
                .collect(Collectors.toUnmodifiableMap(TopicPartition::partition, reader::position));
        if (complete && positions.equals(reached)) {
            return;
        }
        synchronized (change) {
            reached = positions;
            complete = true;
            change.notifyAll();
        }
    }

    /**
     * Waits until the topic is complete and has been read up to {@code offset}.
     *
     * @return false if that takes longer than {@code timeout}
     */
    boolean await(int partition, long offset, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (change) {
            while (!complete || of(partition) < offset) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(change, left);
            }
            return true;
        }
    }
}
