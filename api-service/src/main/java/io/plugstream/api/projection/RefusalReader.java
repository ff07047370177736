package io.plugstream.api.projection;

import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Reads refused handshakes. */
final class RefusalReader implements RecordReader<RefusedHandshake> {

    private static final Topic<String, RefusedHandshake> TOPIC = Topics.REFUSED_HANDSHAKES;

    @Override
    public Optional<RefusedHandshake> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.ofNullable(TOPIC.values().deserializer().deserialize(TOPIC.name(), record.value()))
                    .filter(RefusalReader::isWhole);
        } catch (SerializationException _) {
            return Optional.empty();
        }
    }

    @Override
    public Instant madeAt(RefusedHandshake refusal) {
        return refusal.refusedAt();
    }

    private static boolean isWhole(RefusedHandshake refusal) {
        return Stream.of(
                        refusal.id(),
                        refusal.organisationId(),
                        refusal.reason(),
                        refusal.address(),
                        refusal.refusedAt())
                .allMatch(Objects::nonNull);
    }
}
