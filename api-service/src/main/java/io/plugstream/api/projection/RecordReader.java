package io.plugstream.api.projection;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads what topics hold out of records as they came. */
interface RecordReader<T> {

    /** Empty if the record is nothing whole of its topic. */
    Optional<T> read(ConsumerRecord<byte[], byte[]> record);

    /** When it came about, by our clocks. */
    Instant madeAt(T value);
}
