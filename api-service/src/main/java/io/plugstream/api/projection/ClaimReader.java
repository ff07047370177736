package io.plugstream.api.projection;

import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads claims of deliveries. */
final class ClaimReader {

    Optional<ClaimRecord> read(ConsumerRecord<byte[], byte[]> record) {
        return Topics.WEBHOOK_CLAIMS
                .read(record.value())
                .filter(claims -> claims.claimedAt() != null)
                .filter(claims -> claims.events().stream().allMatch(ClaimReader::isWhole));
    }

    private static boolean isWhole(ClaimedEvent event) {
        return Stream.of(event.eventId(), event.organisationId(), event.mode(), event.event())
                .allMatch(Objects::nonNull);
    }
}
