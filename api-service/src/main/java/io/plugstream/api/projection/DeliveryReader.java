package io.plugstream.api.projection;

import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Reads the ends of deliveries, and the claims that former releases wrote to the same topic. */
final class DeliveryReader {

    private static final Topic<String, DeliveryRecord> TOPIC = Topics.WEBHOOK_DELIVERIES;

    Optional<DeliveryRecord> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.ofNullable(TOPIC.values().deserializer().deserialize(TOPIC.name(), record.value()))
                    .filter(DeliveryReader::isWhole);
        } catch (SerializationException _) {
            return Optional.empty();
        }
    }

    private static boolean isWhole(DeliveryRecord step) {
        Stream<?> needed = switch (step) {
            case Claimed claim ->
                Stream.of(
                        claim.deliveryId(),
                        claim.organisationId(),
                        claim.mode(),
                        claim.webhookId(),
                        claim.eventId(),
                        claim.event(),
                        claim.claimedAt());
            case Ended ended ->
                Stream.of(
                        ended.deliveryId(),
                        ended.organisationId(),
                        ended.mode(),
                        ended.webhookId(),
                        ended.eventId(),
                        ended.event(),
                        ended.outcome(),
                        ended.endedAt());
        };
        return needed.allMatch(Objects::nonNull);
    }
}
