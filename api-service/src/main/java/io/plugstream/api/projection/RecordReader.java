package io.plugstream.api.projection;

import io.plugstream.model.topic.Topic;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads what a topic holds out of records as they came. */
interface RecordReader<T> {

    Topic<?, T> topic();

    /** Empty if the record is nothing whole of this topic. */
    Optional<T> read(ConsumerRecord<byte[], byte[]> record);

    /** When it came about, by our clocks. */
    Instant madeAt(T value);
}
