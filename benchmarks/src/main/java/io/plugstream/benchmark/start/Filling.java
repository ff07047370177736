package io.plugstream.benchmark.start;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes each key of a table several times, in large batches. */
final class Filling {

    private final String bootstrapServers;

    Filling(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /**
     * Writes each key once in each turn.
     *
     * @param first the first turn; earlier ones have been run
     */
    void run(Table<?, ?> table, int keys, int first, int turns) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", 20, "batch.size", 256 * 1024));
        settings.put("compression.type", "none");
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int turn = first; turn < first + turns; turn++) {
                for (int number = 0; number < keys; number++) {
                    var _ = producer.send(
                            new ProducerRecord<>(
                                    table.topic().name(), table.keyBytes(number), table.valueBytes(number, turn)),
                            (_, e) -> {
                                if (e != null) {
                                    failure.set(e);
                                }
                            });
                }
            }
        }
        Exception failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("not all records were accepted", failed);
        }
    }
}
