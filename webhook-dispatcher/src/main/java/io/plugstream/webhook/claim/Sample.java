package io.plugstream.webhook.claim;

import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.deliver.EventBody;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The delivery of a sample event: to the webhook that it is for and no other, whether that is known here yet or not. */
final class Sample {

    private Sample() {}

    /** @throws RuntimeException if the record is no whole sample event */
    static Delivery delivery(ConsumerRecord<byte[], byte[]> record, Instant now) {
        SampleEvent sample = read(record);
        Claimed claim = new Claimed(
                Claimant.deliveryId(sample.eventId(), sample.webhookId()),
                sample.organisationId(),
                sample.mode(),
                sample.webhookId(),
                sample.eventId(),
                sample.data().type(),
                now);
        return new Delivery(
                claim, EventBody.of(sample.envelope()), sample.requestedAt(), TraceHeaders.of(record.headers()), true);
    }

    private static SampleEvent read(ConsumerRecord<byte[], byte[]> record) {
        SampleEvent sample = Topics.WEBHOOK_TESTS.values().deserializer().deserialize(record.topic(), record.value());
        boolean complete = sample != null
                && Stream.of(
                                sample.eventId(),
                                sample.organisationId(),
                                sample.mode(),
                                sample.webhookId(),
                                sample.requestedAt(),
                                sample.data())
                        .allMatch(Objects::nonNull);
        if (!complete) {
            throw new IllegalArgumentException("not a whole sample event");
        }
        return sample;
    }
}
