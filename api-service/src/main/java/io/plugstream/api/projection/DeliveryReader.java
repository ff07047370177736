package io.plugstream.api.projection;

import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Reads the ends of deliveries. */
final class DeliveryReader {

    private static final Topic<String, DeliveryRecord> TOPIC = Topics.WEBHOOK_DELIVERIES;

    Optional<Ended> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return TOPIC.values().deserializer().deserialize(TOPIC.name(), record.value()) instanceof Ended ended
                    ? Optional.of(ended).filter(DeliveryReader::isWhole)
                    : Optional.empty();
        } catch (SerializationException _) {
            return Optional.empty();
        }
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
