package io.plugstream.quota;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs how long the restore of counts from their changelog took; decisions wait for it. */
final class RestoreLog implements StateRestoreListener {

    private static final Logger log = LoggerFactory.getLogger(RestoreLog.class);

    private final Clock clock;
    private final Map<TopicPartition, Instant> starts = new ConcurrentHashMap<>();

    RestoreLog(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
        starts.put(partition, clock.instant());
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {
        log.debug("{} more counts of {} restored", restored, partition);
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long restored) {
        @Nullable Instant start = starts.remove(partition);
        if (start != null && restored > 0) {
            long took = Duration.between(start, clock.instant()).toMillis();
            log.info("{} records of {} restored in {} ms", restored, partition, took);
        }
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long restored) {
        starts.remove(partition);
    }
}
