package io.plugstream.api.projection;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Reads events from records of the event topics. */
final class EventReader implements RecordReader<EventRecord> {

    /** All event topics have the same values. */
    private static final Topic<ChargerId, EventRecord> TOPIC = Topics.TRANSACTION_EVENTS;

    @Override
    public Optional<EventRecord> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.ofNullable(TOPIC.values().deserializer().deserialize(record.topic(), record.value()))
                    .filter(EventReader::isWhole)
                    .filter(event ->
                            record.topic().equals(Topics.of(event.data()).name()));
        } catch (SerializationException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    @Override
    public Instant madeAt(EventRecord event) {
        return event.receivedAt();
    }

    private static boolean isWhole(EventRecord event) {
        boolean complete = Stream.of(
                        event.eventId(),
                        event.organisationId(),
                        event.mode(),
                        event.chargeBoxId(),
                        event.occurredAt(),
                        event.receivedAt(),
                        event.connectionId(),
                        event.data())
                .allMatch(Objects::nonNull);
        return complete && event.chargerId() != null;
    }
}
