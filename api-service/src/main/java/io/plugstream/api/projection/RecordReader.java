package io.plugstream.api.projection;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Deserializes and validates a topic's records. */
interface RecordReader<T> {

    /** Empty if the record is unreadable or incomplete. */
    Optional<T> read(ConsumerRecord<byte[], byte[]> record);

    /** When the value was created, by the platform's clock. */
    Instant madeAt(T value);
}
