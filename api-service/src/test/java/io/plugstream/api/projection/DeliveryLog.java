package io.plugstream.api.projection;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Appends steps of deliveries as the dispatcher does. */
public final class DeliveryLog implements AutoCloseable {

    private final KafkaProducer<byte[], byte[]> producer;

    public DeliveryLog(Kafka kafka) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** A delivery of a live event, taken on at {@code claimedAt}. */
    public static Claimed claim(String organisationId, String webhookId, EventType event, Instant claimedAt) {
        return new Claimed(
                UUID.randomUUID(), organisationId, Mode.LIVE, webhookId, UUID.randomUUID(), event, claimedAt);
    }

    /** Its end, 40 ms after it was taken on. */
    public static Ended end(Claimed claim, Outcome outcome) {
        boolean answered = outcome == Outcome.DELIVERED || outcome == Outcome.REJECTED;
        boolean attempted = outcome != Outcome.SHED && outcome != Outcome.UNKNOWN && outcome != Outcome.BLOCKED;
        return new Ended(
                claim.deliveryId(),
                claim.organisationId(),
                claim.mode(),
                claim.webhookId(),
                claim.eventId(),
                claim.event(),
                outcome,
                answered ? Integer.valueOf(outcome == Outcome.DELIVERED ? 204 : 500) : null,
                attempted ? claim.claimedAt().plusMillis(10) : null,
                attempted ? 30L : null,
                claim.claimedAt().plusMillis(40));
    }

    public void append(DeliveryRecord... steps) {
        var topic = Topics.WEBHOOK_DELIVERIES;
        for (DeliveryRecord step : steps) {
            var _ = producer.send(new ProducerRecord<>(
                    topic.name(),
                    topic.keys().serializer().serialize(topic.name(), step.webhookId()),
                    topic.values().serializer().serialize(topic.name(), step)));
        }
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
