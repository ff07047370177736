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

/** The deliveries in one record: the claimed ones, perhaps none, or one that has ended. */
record DeliverySteps(Instant madeAt, List<DeliveryRecord> steps) {

    /** Reads a record of one of the two topics; empty if it is unreadable or incomplete. */
    static Optional<DeliverySteps> read(ConsumerRecord<byte[], byte[]> record) {
        return record.topic().equals(Topics.WEBHOOK_CLAIMS.name()) ? claims(record) : end(record);
    }

    private static Optional<DeliverySteps> claims(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_CLAIMS
                .read(record.value())
                .filter(claims -> claims.claimedAt() != null)
                .filter(claims -> claims.events().stream().allMatch(DeliverySteps::isWhole))
                .map(claims -> new DeliverySteps(
                        claims.claimedAt(),
                        claims.claims().map(DeliveryRecord.class::cast).toList()));
    }

    private static Optional<DeliverySteps> end(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_DELIVERIES
                .read(record.value())
                .filter(Ended.class::isInstance)
                .map(Ended.class::cast)
                .filter(DeliverySteps::isWhole)
                .map(ended -> new DeliverySteps(ended.endedAt(), List.of(ended)));
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
}
