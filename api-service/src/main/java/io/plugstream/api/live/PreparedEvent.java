package io.plugstream.api.live;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * An event, and its text for streams.
 *
 * @param data the text of its messages
 */
record PreparedEvent(EventRecord event, String data) {

    /** Null if the record cannot be read. */
    static @Nullable PreparedEvent of(ConsumerRecord<byte[], byte[]> record) {
        return Topics.event(record.topic(), record.value())
                .map(event -> new PreparedEvent(event, StreamMessage.data(event)))
                .orElse(null);
    }

    StreamMessage message(Audience audience, Position after) {
        return new StreamMessage(
                EventIds.write(after, audience), event.data().type().wireName(), data);
    }
}
