package io.plugstream.api.projection;

import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads refused handshakes. */
final class RefusalReader implements RecordReader<RefusedHandshake> {

    @Override
    public Optional<RefusedHandshake> read(ConsumerRecord<byte[], byte[]> record) {
        return Topics.REFUSED_HANDSHAKES.read(record.value()).filter(RefusalReader::isWhole);
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
