package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Appends events to Kafka as the gateway does. */
public final class EventLog implements AutoCloseable {

    private final KafkaProducer<byte[], byte[]> producer;

    public EventLog(Kafka kafka) {
        this(kafka.bootstrapServers());
    }

    public EventLog(String servers) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new ByteArraySerializer(), new ByteArraySerializer());
    }

    public void append(EventRecord... events) {
        append(null, events);
    }

    /** Appends events by a gateway with another clock. */
    public void append(@Nullable Instant time, EventRecord... events) {
        for (EventRecord event : events) {
            var topic = Topics.of(event.data());
            var _ = producer.send(new ProducerRecord<>(
                    topic.name(),
                    null,
                    time == null ? null : time.toEpochMilli(),
                    topic.keys().serializer().serialize(topic.name(), event.chargerId()),
                    topic.values().serializer().serialize(topic.name(), event)));
        }
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
