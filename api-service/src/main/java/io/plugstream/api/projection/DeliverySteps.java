package io.plugstream.api.projection;

import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the deliveries in a record of one of the two topics. */
final class DeliverySteps {

    private DeliverySteps() {}

    /** The claimed ones, perhaps none, or one that has ended; empty if the record is unreadable or incomplete. */
    static Optional<List<DeliveryRecord>> read(ConsumerRecord<byte[], byte[]> record) {
        return record.topic().equals(Topics.WEBHOOK_CLAIMS.name()) ? claims(record) : end(record);
    }

    private static Optional<List<DeliveryRecord>> claims(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_CLAIMS
                .read(record.value())
                .filter(claims -> claims.events().stream().allMatch(DeliverySteps::isWhole))
                .map(claims -> claims.claims().map(DeliveryRecord.class::cast).toList());
    }

    private static Optional<List<DeliveryRecord>> end(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_DELIVERIES
                .read(record.value())
                .filter(Ended.class::isInstance)
                .map(Ended.class::cast)
                .map(List::of);
    }

    private static boolean isWhole(ClaimedEvent event) {
        return Stream.of(event.eventId(), event.organisationId(), event.mode(), event.event())
                .allMatch(Objects::nonNull);
    }
}
