package io.plugstream.api.live;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Parses a record, and serializes its event for streams, at most once. For one thread. */
final class PreparedEvent {

    private final ConsumerRecord<byte[], byte[]> record;
    private @Nullable Content content;
    private boolean parsed;

    PreparedEvent(ConsumerRecord<byte[], byte[]> record) {
        this.record = record;
    }

    /** Empty if the record cannot be read. */
    Optional<Content> content() {
        if (!parsed) {
            content = Topics.event(record.topic(), record.value())
                    .map(event -> new Content(event, StreamMessage.data(event)))
                    .orElse(null);
            parsed = true;
        }
        return Optional.ofNullable(content);
    }

    /** @param data the text of its messages */
    record Content(EventRecord event, String data) {

        StreamMessage message(Audience audience, Position after) {
            return new StreamMessage(
                    EventIds.write(after, audience), event.data().type().wireName(), data);
        }
    }
}
