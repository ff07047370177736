package io.plugstream.api.projection;

import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the claims and the ends of deliveries from their two topics. */
final class DeliveryStepsReader implements RecordReader<DeliveryStepsReader.Steps> {

    @Override
    public Optional<Steps> read(ConsumerRecord<byte[], byte[]> record) {
        return record.topic().equals(Topics.WEBHOOK_CLAIMS.name()) ? claims(record) : end(record);
    }

    @Override
    public Instant madeAt(Steps steps) {
        return steps.madeAt();
    }

    private static Optional<Steps> claims(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_CLAIMS
                .read(record.value())
                .filter(claims -> claims.claimedAt() != null)
                .filter(claims -> claims.events().stream().allMatch(DeliveryStepsReader::isWhole))
                .map(claims -> new Steps(
                        claims.claimedAt(),
                        claims.claims().map(DeliveryRecord.class::cast).toList()));
    }

    private static Optional<Steps> end(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_DELIVERIES
                .read(record.value())
                .filter(Ended.class::isInstance)
                .map(Ended.class::cast)
                .filter(DeliveryStepsReader::isWhole)
                .map(ended -> new Steps(ended.endedAt(), List.of(ended)));
    }

    private static boolean isWhole(ClaimedEvent event) {
        return Stream.of(event.eventId(), event.organisationId(), event.mode(), event.event())
                .allMatch(Objects::nonNull);
    }

    private static boolean isWhole(Ended ended) {
        return Stream.of(
                        ended.deliveryId(),
                        ended.organisationId(),
                        ended.mode(),
                        ended.webhookId(),
                        ended.eventId(),
                        ended.event(),
                        ended.claimedAt(),
                        ended.outcome(),
                        ended.endedAt())
                .allMatch(Objects::nonNull);
    }

    /** The deliveries in one record: the claimed ones, perhaps none, or one that has ended. */
    record Steps(Instant madeAt, List<DeliveryRecord> steps) {}
}
