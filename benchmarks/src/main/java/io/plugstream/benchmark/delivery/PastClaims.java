package io.plugstream.benchmark.delivery;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Claims as a dispatcher would have appended them, two per record, over all shards. */
final class PastClaims {

    private static final Map<String, Long> NEXT =
            Map.of("charger-events", 0L, "connector-events", 0L, "transaction-events", 0L, "webhook-tests", 0L);

    private final KafkaProducer<byte[], byte[]> producer;
    private final long[] offsets = new long[Topics.WEBHOOK_CLAIMS.partitions()];

    PastClaims(KafkaProducer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /** Appends claims evenly over that time; all but the last are closed. */
    void append(int claims, Instant from, Instant to) {
        long span = Duration.between(from, to).toMillis();
        int records = claims / 2;
        for (int i = 0; i < records; i++) {
            int shard = i % offsets.length;
            Instant at = from.plusMillis(span * i / records);
            ClaimRecord record = new ClaimRecord("benchmark", at, NEXT, offsets[shard]++, List.of(event(), event()));
            var _ = producer.send(new ProducerRecord<>(
                    Topics.WEBHOOK_CLAIMS.name(),
                    shard,
                    at.toEpochMilli(),
                    null,
                    Topics.WEBHOOK_CLAIMS.values().serializer().serialize("", record)));
        }
        producer.flush();
    }

    private static ClaimedEvent event() {
        return new ClaimedEvent(
                UUID.randomUUID(),
                "5f3c9f6e-8a55-4a6e-9a51-7e2f3c1b0d42",
                Mode.LIVE,
                EventType.CONNECTOR_STATUS_CHANGED,
                Topics.CONNECTOR_EVENTS.name(),
                0,
                List.of("0d9a1f8c-55a2-4d3e-8f21-1c2b3a4d5e6f"));
    }
}
