package io.plugstream.webhook.claim;

import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.webhook.log.LogReader;
import io.plugstream.webhook.log.LogReader.Bounds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the state of a shard whose former owners are fenced: its positions, its claimed events and its open claims.
 * Each claim record has all positions, so only the end of the log is read. Confined to one thread.
 */
final class ShardLog implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ShardLog.class);
    /** The last offsets usually include a claim record, not only transaction markers. */
    private static final long FIRST_STEP = 100;

    private static final int STEP_FACTOR = 20;

    private final LogReader reader;
    private final DeadLetters deadLetters;
    private final ClaimProperties properties;
    private final Clock clock;
    private final LongSupplier nanos;

    ShardLog(
            KafkaClients clients,
            DeadLetters deadLetters,
            ClaimProperties properties,
            Clock clock,
            LongSupplier nanos) {
        this.reader = new LogReader(clients, ClaimGroup.NAME);
        this.deadLetters = deadLetters;
        this.properties = properties;
        this.clock = clock;
        this.nanos = nanos;
    }

    ShardState read(int shard) {
        ShardState state = new ShardState(properties.memory(), properties.memoryEvents(), nanos);
        TopicPartition claims = new TopicPartition(Topics.WEBHOOK_CLAIMS.name(), shard);
        Bounds bounds = reader.assign(claims);
        long begin = bounds.begin();
        long end = bounds.end();
        Newest found = newest(claims, begin, end);
        ClaimRecord newest = found.record;
        if (newest != null) {
            Instant last = earlier(clock.instant(), newest.claimedAt());
            Long remembered = reader.firstOffsetSince(claims, last.minus(properties.memory()));
            long recent = Math.max(begin, remembered == null ? found.offset : Math.min(remembered, found.offset));
            // If it is beyond the record itself, the topic was recreated or lost its end, and the owner did not know
            // it yet. Every earlier claim is of the last minutes, or has an outcome.
            long openFrom = newest.openFrom() > found.offset ? recent : newest.openFrom();
            long from = Math.max(begin, Math.min(openFrom, recent));
            reader.read(claims, from, end, record -> {
                ClaimRecord known = parse(record);
                if (known == null) {
                    deadLetters.parkAndAwait(record, "not a claim record");
                } else {
                    Duration age = Duration.between(known.claimedAt(), last);
                    state.replay(known, record.offset(), openFrom, age);
                }
            });
            newest.next().forEach(state::processed);
        }
        state.open().reached(end);
        // Markers of aborted transactions alone do not show that there was a claim record; an unreadable one does.
        boolean everClaimed = found.anyRecord || begin > 0;
        reader.assign(Sources.NAMES.stream()
                        .map(topic -> new TopicPartition(topic, shard))
                        .toList())
                .forEach((source, kept) ->
                        state.processed(source.topic(), start(source, kept, state.next(source.topic()), everClaimed)));
        return state;
    }

    /** If this clock is ahead, or the former owner's was, the other one keeps recent claims from seeming old. */
    private static Instant earlier(Instant now, Instant newestClaim) {
        return newestClaim.isBefore(now) ? newestClaim : now;
    }

    private Newest newest(TopicPartition claims, long begin, long end) {
        for (long back = FIRST_STEP; ; back *= STEP_FACTOR) {
            Newest found = new Newest();
            long from = Math.max(begin, end - back);
            reader.read(claims, from, end, record -> {
                found.anyRecord = true;
                ClaimRecord known = parse(record);
                if (known != null) {
                    found.record = known;
                    found.offset = record.offset();
                }
            });
            if (found.record != null || from == begin) {
                return found;
            }
        }
    }

    private static final class Newest {
        private @Nullable ClaimRecord record;
        private long offset;
        private boolean anyRecord;
    }

    private static @Nullable ClaimRecord parse(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_CLAIMS.read(record.value()).orElse(null);
    }

    /** @param everClaimed whether the shard has or had a claim record */
    private long start(TopicPartition source, Bounds kept, @Nullable Long claimedTo, boolean everClaimed) {
        if (claimedTo != null) {
            return within(source, claimedTo, kept);
        }
        if (everClaimed || reader.hasCommitted(source)) {
            // Recent claims are lost, and nothing may be POSTed twice.
            log.error("The claims of {} are gone from the log: continuing at its end, {}", source, kept.end());
            return kept.end();
        }
        Instant since = clock.instant().minus(properties.lookBack());
        Long first = reader.firstOffsetSince(source, since);
        return first == null ? kept.end() : first;
    }

    private static long within(TopicPartition source, long start, Bounds kept) {
        if (start > kept.end()) {
            // The topic was recreated or lost its end. Its events may have been claimed under other offsets.
            log.error("{} ends at {} but is claimed through {}: continuing at its end", source, kept.end(), start - 1);
            return kept.end();
        }
        if (start < kept.begin()) {
            log.error("Events {} to {} of {} were deleted before they were claimed", start, kept.begin() - 1, source);
            return kept.begin();
        }
        return start;
    }

    /** @throws IllegalStateException if the topics of the shards do not have the same number of partitions */
    static void check(Map<String, Integer> partitions) {
        if (partitions.values().stream().distinct().count() > 1) {
            throw new IllegalStateException(
                    "all of these topics need the same number of partitions, because a shard is one of each: "
                            + partitions);
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
