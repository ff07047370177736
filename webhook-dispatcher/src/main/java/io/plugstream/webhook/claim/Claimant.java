package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.deliver.EventBody;
import io.plugstream.webhook.match.Subscriptions;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Makes of events the deliveries to claim: one for each webhook that wants the event. */
@Component
final class Claimant {

    private static final Logger log = LoggerFactory.getLogger(Claimant.class);

    private final Subscriptions subscriptions;
    private final Clock clock;
    private final Counter unreadable;

    Claimant(Subscriptions subscriptions, Clock clock, MeterRegistry meters) {
        this.subscriptions = subscriptions;
        this.clock = clock;
        this.unreadable = Counter.builder("plugstream.dispatcher.dead.letters")
                .description("Events that could not be read and were parked")
                .register(meters);
    }

    /**
     * @param isUnclaimed whether an offset of a partition has not been claimed by anyone
     * @param pace what it does not admit is held, with all that follows in its partition
     */
    Batch batch(
            Iterable<ConsumerRecord<byte[], byte[]>> records,
            BiPredicate<TopicPartition, Long> isUnclaimed,
            Pace pace) {
        Batch batch = Batch.empty();
        Map<TopicPartition, Long> seen = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            // A partition that was taken away and came back between two reads is read again from where it is claimed
            // to.
            boolean isFirst = record.offset() > seen.getOrDefault(partition, -1L);
            if (isFirst && isUnclaimed.test(partition, record.offset())) {
                seen.put(partition, record.offset());
                if (!batch.held().containsKey(partition) && add(record, batch, pace)) {
                    batch.following().put(partition, record.offset() + 1);
                } else {
                    batch.held()
                            .computeIfAbsent(partition, _ -> new ArrayList<>())
                            .add(record);
                }
            }
        }
        return batch;
    }

    /** The id of a delivery, the same whoever claims it. */
    static UUID deliveryId(UUID eventId, String webhookId) {
        return UUID.nameUUIDFromBytes((eventId + "/" + webhookId).getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the record is dealt with. */
    private boolean add(ConsumerRecord<byte[], byte[]> record, Batch batch, Pace pace) {
        try {
            List<Delivery> deliveries = deliveries(record);
            boolean admitted = pace.admits(record.timestamp(), deliveries);
            if (admitted) {
                batch.deliveries().addAll(deliveries);
            }
            return admitted;
        } catch (RuntimeException e) {
            // Whatever is wrong with it, it must not hold up its partition. Its content may be secret.
            unreadable.increment();
            String reason = e.getClass().getSimpleName();
            log.error(
                    "Event {} of {}-{} cannot be read ({}); it is parked",
                    record.offset(),
                    record.topic(),
                    record.partition(),
                    reason);
            batch.parked().add(DeadLetter.of(record, reason));
            return true;
        }
    }

    private List<Delivery> deliveries(ConsumerRecord<byte[], byte[]> record) {
        return record.topic().equals(Topics.WEBHOOK_TESTS.name())
                ? List.of(Sample.delivery(record, clock.instant()))
                : deliveries(read(record), TraceHeaders.of(record.headers()));
    }

    private static EventRecord read(ConsumerRecord<byte[], byte[]> record) {
        EventRecord event = Topics.CHARGER_EVENTS.values().deserializer().deserialize(record.topic(), record.value());
        boolean complete = event != null
                && Stream.of(event.eventId(), event.organisationId(), event.mode(), event.data())
                        .noneMatch(field -> field == null)
                && event.occurredAt() != null
                && event.receivedAt() != null;
        if (!complete) {
            throw new IllegalArgumentException("not a whole event");
        }
        return event;
    }

    private List<Delivery> deliveries(EventRecord event, TraceHeaders origin) {
        List<WebhookRegistration> webhooks = subscriptions.matching(event);
        if (webhooks.isEmpty()) {
            return List.of();
        }
        EventBody body = EventBody.of(event.envelope());
        Instant now = clock.instant();
        return webhooks.stream()
                .map(webhook -> new Delivery(claim(event, webhook, now), body, event.receivedAt(), origin, false))
                .toList();
    }

    private static Claimed claim(EventRecord event, WebhookRegistration webhook, Instant now) {
        return new Claimed(
                deliveryId(event.eventId(), webhook.id()),
                event.organisationId(),
                event.mode(),
                webhook.id(),
                event.eventId(),
                event.data().type(),
                now);
    }
}
