package io.plugstream.api.projection;

import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the ends of deliveries. */
final class DeliveryReader {

    Optional<Ended> read(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_DELIVERIES
                .read(record.value())
                .filter(Ended.class::isInstance)
                .map(Ended.class::cast)
                .filter(DeliveryReader::isWhole);
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
