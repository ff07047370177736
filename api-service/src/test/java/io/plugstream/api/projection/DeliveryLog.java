package io.plugstream.api.projection;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.Attempt;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Appends steps of deliveries as the dispatcher does. */
public final class DeliveryLog implements AutoCloseable {

    private final KafkaProducer<byte[], byte[]> producer;

    public DeliveryLog(Kafka kafka) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** A delivery of a live event, claimed at {@code claimedAt}. */
    public static Claimed claim(String organisationId, String webhookId, EventType event, Instant claimedAt) {
        UUID eventId = UUID.randomUUID();
        return new Claimed(
                Claimed.id(eventId, webhookId), organisationId, Mode.LIVE, webhookId, eventId, event, claimedAt);
    }

    /** The delivery's end, 40 ms after its claim. */
    public static Ended end(Claimed claim, Outcome outcome) {
        return end(claim, outcome, null);
    }

    /** The delivery's end with its attempt, 40 ms after its claim. */
    public static Ended end(Claimed claim, Outcome outcome, @Nullable Attempt attempt) {
        boolean answered = outcome == Outcome.DELIVERED || outcome == Outcome.REJECTED;
        boolean attempted = outcome != Outcome.SHED && outcome != Outcome.UNKNOWN && outcome != Outcome.BLOCKED;
        return Ended.of(
                claim,
                outcome,
                answered ? Integer.valueOf(outcome == Outcome.DELIVERED ? 204 : 500) : null,
                attempted ? claim.claimedAt().plusMillis(10) : null,
                attempted ? 30L : null,
                claim.claimedAt().plusMillis(40),
                attempt);
    }

    public void append(DeliveryRecord... steps) {
        for (DeliveryRecord step : steps) {
            switch (step) {
                case Claimed claim -> send(Topics.WEBHOOK_CLAIMS, null, record(claim));
                case Ended ended -> send(Topics.WEBHOOK_DELIVERIES, ended.webhookId(), ended);
            }
        }
        producer.flush();
    }

    /** A record with one claim. Its delivery's id is {@link Claimed#id}. */
    static ClaimRecord record(Claimed claim) {
        ClaimedEvent event = new ClaimedEvent(
                claim.eventId(),
                claim.organisationId(),
                claim.mode(),
                claim.event(),
                Topics.CHARGER_EVENTS.name(),
                7,
                List.of(claim.webhookId()));
        return new ClaimRecord("dispatcher", claim.claimedAt(), Map.of(), 0, List.of(event));
    }

    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations.
    private <V> void send(Topic<String, V> topic, @Nullable String key, V value) {
        var _ = producer.send(new ProducerRecord<>(
                topic.name(),
                topic.keys().serializer().serialize(topic.name(), key),
                topic.values().serializer().serialize(topic.name(), value)));
    }

    @Override
    public void close() {
        producer.close();
    }
}
