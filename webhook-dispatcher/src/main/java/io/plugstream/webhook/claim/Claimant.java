package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.deliver.EventBody;
import io.plugstream.webhook.match.Subscriptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Turns events into deliveries to claim: one for each subscribed webhook. */
@Component
final class Claimant {

    private static final Logger log = LoggerFactory.getLogger(Claimant.class);

    private final Subscriptions subscriptions;
    private final LongSupplier nanos;
    private final Counter copies;

    Claimant(Subscriptions subscriptions, LongSupplier nanos, MeterRegistry meters) {
        this.subscriptions = subscriptions;
        this.nanos = nanos;
        this.copies = Counter.builder("plugstream.dispatcher.copies")
                .description("Copies of events that are claimed under another offset; copies are skipped")
                .register(meters);
    }

    /**
     * Makes a batch of {@code records}, and updates {@code state} with what the batch processes.
     *
     * @param records records of this shard
     * @param pace events that it does not admit are held, with all later events of their partition
     * @param now when the batch is claimed
     */
    Batch batch(int shard, Iterable<ConsumerRecord<byte[], byte[]>> records, ShardState state, Pace pace, Instant now) {
        Batch batch = Batch.empty();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Long next = state.next(record.topic());
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            boolean isDue = next != null && record.offset() >= next;
            if (isDue && batch.isFull()) {
                batch.left().add(record);
            } else if (isDue && !batch.held().containsKey(partition) && add(shard, record, batch, state, pace, now)) {
                state.processed(record.topic(), record.offset() + 1);
                batch.following().put(record.topic(), record.offset() + 1);
            } else if (isDue) {
                batch.held().computeIfAbsent(partition, _ -> new ArrayList<>()).add(record);
            }
        }
        return batch;
    }

    /** Adds the record to the batch; false if the record has to wait. */
    private boolean add(
            int shard, ConsumerRecord<byte[], byte[]> record, Batch batch, ShardState state, Pace pace, Instant now) {
        Due due;
        try {
            due = due(record);
        } catch (RuntimeException _) {
            // An unusable record must not block its partition. Messages may quote its content, which may be secret.
            batch.unreadable().add(new Batch.Unreadable(record, "not a record of this topic"));
            return true;
        }
        if (due == null || isCopy(due.event(), record, state)) {
            return true;
        }
        long claimed = nanos.getAsLong();
        List<Delivery> deliveries = due.event()
                .claims(now)
                .map(claim ->
                        new Delivery(shard, claim, claimed, due.body(), due.receivedAt(), due.origin(), due.sample()))
                .toList();
        if (!pace.admits(
                new TopicPartition(record.topic(), record.partition()),
                Instant.ofEpochMilli(record.timestamp()),
                deliveries,
                now)) {
            return false;
        }
        state.remember(due.event());
        batch.events().add(due.event());
        batch.deliveries().addAll(deliveries);
        return true;
    }

    private boolean isCopy(ClaimedEvent event, ConsumerRecord<byte[], byte[]> record, ShardState state) {
        ClaimedEvents.Place first = state.claimedAs(event.eventId());
        if (first == null) {
            return false;
        }
        copies.increment();
        log.info(
                "Event {} at {} of {}-{} is a copy of the one at {} of {}, which is claimed",
                event.eventId(),
                record.offset(),
                record.topic(),
                record.partition(),
                first.offset(),
                first.topic());
        return true;
    }

    /** An event that goes to webhooks, and the common content of its deliveries. */
    record Due(
            ClaimedEvent event,
            EventBody body,
            Instant receivedAt,
            TraceHeaders origin,
            @Nullable SampleEvent sample) {}

    private @Nullable Due due(ConsumerRecord<byte[], byte[]> record) {
        return record.topic().equals(Topics.WEBHOOK_TESTS.name())
                ? sample(record)
                : due(Topics.event(record.topic(), record.value()).orElseThrow(), record);
    }

    /** A sample goes to its webhook even if that webhook's registration has not been read yet. */
    private static Due sample(ConsumerRecord<byte[], byte[]> record) {
        SampleEvent sample = Topics.WEBHOOK_TESTS.read(record.value()).orElseThrow();
        ClaimedEvent claimed = new ClaimedEvent(
                sample.eventId(),
                sample.organisationId(),
                sample.mode(),
                sample.data().type(),
                record.topic(),
                record.offset(),
                List.of(sample.webhookId()));
        return new Due(
                claimed,
                EventBody.of(sample.envelope()),
                sample.requestedAt(),
                TraceHeaders.of(record.headers()),
                sample);
    }

    private @Nullable Due due(EventRecord event, ConsumerRecord<byte[], byte[]> record) {
        List<WebhookRegistration> webhooks = subscriptions.matching(event);
        if (webhooks.isEmpty()) {
            return null;
        }
        ClaimedEvent claimed = new ClaimedEvent(
                event.eventId(),
                event.organisationId(),
                event.mode(),
                event.data().type(),
                record.topic(),
                record.offset(),
                webhooks.stream().map(WebhookRegistration::id).toList());
        return new Due(
                claimed, EventBody.of(event.envelope()), event.receivedAt(), TraceHeaders.of(record.headers()), null);
    }
}
