package io.plugstream.api.projection;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads events from records of the event topics. */
final class EventReader implements RecordReader<EventRecord> {

    /** All event topics have the same values. */
    private static final Topic<ChargerId, EventRecord> TOPIC = Topics.TRANSACTION_EVENTS;

    @Override
    public Optional<EventRecord> read(ConsumerRecord<byte[], byte[]> record) {
        return TOPIC.read(record.value())
                .filter(event -> record.topic().equals(Topics.of(event.data()).name()));
    }

    @Override
    public Instant madeAt(EventRecord event) {
        return event.receivedAt();
    }
}
