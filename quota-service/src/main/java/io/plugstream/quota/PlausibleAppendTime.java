package io.plugstream.quota;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.UsePartitionTimeOnInvalidTimestamp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The append time of a call's record, unless the broker's clock was wrong (ADR 44). Stores forget what is older than
 * their retention by the latest time they have seen, so one record far ahead would make them forget every count.
 *
 * <p>A time is wrong if it is far ahead of both the partition's latest time and this process's clock, or far behind
 * both. The later of these two then replaces it. One wrong clock beside the broker's changes nothing.
 */
final class PlausibleAppendTime extends UsePartitionTimeOnInvalidTimestamp {

    /** Brokers reject records that are an hour ahead, so decisions and counts with such a time could not be written. */
    private static final long MOST_AHEAD = Duration.ofMinutes(30).toMillis();

    /** Much less than the stores remember; until then, a broker with a slower clock decides the day. */
    private static final long MOST_BEHIND = Duration.ofDays(1).toMillis();

    private static final Logger log = LoggerFactory.getLogger(PlausibleAppendTime.class);

    private final InstantSource clock;
    private final QuotaMetrics metrics;

    PlausibleAppendTime(InstantSource clock, QuotaMetrics metrics) {
        this.clock = clock;
        this.metrics = metrics;
    }

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        long appended = super.extract(record, partitionTime);
        long now = clock.millis();
        long latest = Math.max(partitionTime, now);
        long earliest = Math.min(partitionTime, now);
        if (appended <= latest + MOST_AHEAD && appended >= earliest - MOST_BEHIND) {
            return appended;
        }
        log.error(
                "The broker's time {} of record {} in partition {} of {} is wrong; the record counts as of {}",
                Instant.ofEpochMilli(appended),
                record.offset(),
                record.partition(),
                record.topic(),
                Instant.ofEpochMilli(latest));
        metrics.wrongTime();
        return latest;
    }
}
