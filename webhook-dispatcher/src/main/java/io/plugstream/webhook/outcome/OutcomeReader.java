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

/** Reads from the log which claims of a shard have ended. Confined to one thread. */
final class OutcomeReader implements AutoCloseable {

    /** Generous bound on the difference between two instances' clocks. */
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(2);

    private final LogReader reader;
    private final ClaimLedger ledger;
    private final DeadLetters deadLetters;
    /** The offsets up to which the outcomes of each open shard have been read. */
    private final Map<OwnedShard, Long> read = new HashMap<>();

    OutcomeReader(KafkaClients clients, ClaimLedger ledger, DeadLetters deadLetters) {
        this.reader = new LogReader(clients, "webhook-dispatcher");
        this.ledger = ledger;
        this.deadLetters = deadLetters;
    }

    /** Ends every claim made at {@code oldest} or later whose outcome is in the log. */
    void readToTheEnd(OwnedShard shard, Instant oldest) {
        TopicPartition partition = new TopicPartition(Topics.WEBHOOK_DELIVERIES.name(), shard.number());
        long end = reader.assign(partition).end();
        Long first = reader.firstOffsetSince(partition, oldest.minus(CLOCK_SKEW));
        long known = read.getOrDefault(shard, 0L);
        // Beyond the end is an offset of a log that was recreated, or lost its end.
        long from = Math.max(first == null ? end : first, known > end ? 0 : known);
        reader.read(partition, from, end, record -> {
            Ended ended = ended(record);
            if (ended != null) {
                ledger.ended(shard, ended.deliveryId());
            }
            // After a failure further on, reading resumes here.
            read.put(shard, record.offset() + 1);
        });
        read.put(shard, end);
    }

    /** Forgets all other shards. */
    void keepOnly(Collection<OwnedShard> shards) {
        read.keySet().retainAll(shards);
    }

    private @Nullable Ended ended(ConsumerRecord<byte[], byte[]> record) {
        if (Topics.WEBHOOK_DELIVERIES.read(record.value()).orElse(null) instanceof Ended ended) {
            return ended;
        }
        deadLetters.parkAndAwait(record, "not an outcome of a delivery");
        return null;
    }

    @Override
    public void close() {
        reader.close();
    }
}
