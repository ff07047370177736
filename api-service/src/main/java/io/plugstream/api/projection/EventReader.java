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

/** Reads events out of records as they came. */
final class EventReader implements RecordReader<EventRecord> {

    private final Topic<ChargerId, EventRecord> topic;

    EventReader(Topic<ChargerId, EventRecord> topic) {
        this.topic = topic;
    }

    @Override
    public Topic<ChargerId, EventRecord> topic() {
        return topic;
    }

    @Override
    public Optional<EventRecord> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.ofNullable(topic.values().deserializer().deserialize(topic.name(), record.value()))
                    .filter(this::isWhole);
        } catch (SerializationException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    @Override
    public Instant madeAt(EventRecord event) {
        return event.receivedAt();
    }

    private boolean isWhole(EventRecord event) {
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
        return complete && event.chargerId() != null && topic.name().equals(topicOf(event));
    }

    private static String topicOf(EventRecord event) {
        return Topics.of(event.data()).name();
    }
}
