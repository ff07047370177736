package io.plugstream.benchmark.start;

import io.plugstream.benchmark.platform.Clients;
import io.plugstream.model.topic.Topic;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * The records that a reader of a topic has to read.
 *
 * @param records the number of records left after compaction
 * @param bytes the size of their keys and values
 */
record Log(long records, long bytes) {

    private static final Map<String, Object> IN_BULK =
            Map.of("max.partition.fetch.bytes", 4 << 20, "max.poll.records", 5_000);

    /** Reads all of {@code topic}. */
    static Log of(Clients clients, Topic<?, ?> topic) {
        LongAdder records = new LongAdder();
        LongAdder bytes = new LongAdder();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.reader(topic, IN_BULK)) {
            Clients.readToEnd(consumer, record -> {
                records.increment();
                bytes.add(record.serializedKeySize() + Math.max(0, record.serializedValueSize()));
            });
        }
        return new Log(records.sum(), bytes.sum());
    }
}
