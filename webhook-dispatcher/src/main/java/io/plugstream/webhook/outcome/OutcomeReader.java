package io.plugstream.webhook.outcome;

import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.webhook.log.LogReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Finds out which claims of a shard have ended, as others say in the log. For one thread. */
final class OutcomeReader implements AutoCloseable {

    /** By so much the clocks of two instances may differ, generously. */
    private static final Duration CLOCKS = Duration.ofMinutes(2);

    private final LogReader reader;
    private final DeadLetters deadLetters;
    /** How far the outcomes of a shard have been read since it was opened. */
    private final Map<OwnedShard, Long> read = new HashMap<>();

    OutcomeReader(KafkaClients clients, DeadLetters deadLetters) {
        this.reader = new LogReader(clients, "webhook-dispatcher");
        this.deadLetters = deadLetters;
    }

    /** Closes every claim made at {@code oldest} or later whose outcome is in the log by now. */
    void readToTheEnd(OwnedShard shard, Instant oldest) {
        TopicPartition partition = new TopicPartition(Topics.WEBHOOK_DELIVERIES.name(), shard.number());
        long end = reader.assign(partition).end();
        Long first = reader.since(partition, oldest.minus(CLOCKS));
        long from = Math.max(first == null ? end : first, read.getOrDefault(shard, 0L));
        reader.read(partition, from, end, record -> {
            Ended ended = ended(record);
            if (ended != null) {
                shard.openClaims().ended(ended.deliveryId());
            }
            // So that a failure further on does not begin here again.
            read.put(shard, record.offset() + 1);
        });
        read.put(shard, end);
    }

    /** Forgets shards that are not owned any more. */
    void keepOnly(Collection<OwnedShard> shards) {
        read.keySet().retainAll(shards);
    }

    private @Nullable Ended ended(ConsumerRecord<byte[], byte[]> record) {
        if (Topics.WEBHOOK_DELIVERIES.read(record.value()).orElse(null) instanceof Ended ended
                && ended.deliveryId() != null) {
            return ended;
        }
        deadLetters.parkAndAwait(record, "no end of a delivery");
        return null;
    }

    @Override
    public void close() {
        reader.close();
    }
}
