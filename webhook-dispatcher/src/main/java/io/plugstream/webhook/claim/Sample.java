package io.plugstream.webhook.claim;

import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.webhook.deliver.EventBody;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Turns a sample event into one delivery to its webhook, even if that webhook's registration has not been read yet. */
final class Sample {

    private Sample() {}

    /** @throws RuntimeException if the record is not a complete sample event */
    static Claimant.Due due(ConsumerRecord<byte[], byte[]> record) {
        SampleEvent sample = read(record);
        ClaimedEvent claimed = new ClaimedEvent(
                sample.eventId(),
                sample.organisationId(),
                sample.mode(),
                sample.data().type(),
                record.topic(),
                record.offset(),
                List.of(sample.webhookId()));
        return new Claimant.Due(
                claimed,
                EventBody.of(sample.envelope()),
                sample.requestedAt(),
                TraceHeaders.of(record.headers()),
                true);
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
            throw new IllegalArgumentException("incomplete sample event");
        }
        return sample;
    }
}
