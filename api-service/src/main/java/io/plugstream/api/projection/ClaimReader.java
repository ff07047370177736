package io.plugstream.api.projection;

import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Reads claims of deliveries. */
final class ClaimReader {

    private static final Topic<String, ClaimRecord> TOPIC = Topics.WEBHOOK_CLAIMS;

    Optional<ClaimRecord> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.ofNullable(TOPIC.values().deserializer().deserialize(TOPIC.name(), record.value()))
                    .filter(claims -> claims.claimedAt() != null)
                    .filter(claims -> claims.events().stream().allMatch(ClaimReader::isWhole));
        } catch (SerializationException _) {
            return Optional.empty();
        }
    }

    private static boolean isWhole(ClaimedEvent event) {
        return Stream.of(event.eventId(), event.organisationId(), event.mode(), event.event())
                .allMatch(Objects::nonNull);
    }
}
