package io.plugstream.api.charger;

import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Appends refused handshakes as gateways do. */
final class RefusalLog implements AutoCloseable {

    private final KafkaProducer<String, RefusedHandshake> producer;

    RefusalLog(Kafka kafka) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                Topics.REFUSED_HANDSHAKES.keys().serializer(),
                Topics.REFUSED_HANDSHAKES.values().serializer());
    }

    void append(List<RefusedHandshake> refusals) {
        for (RefusedHandshake refusal : refusals) {
            var _ = producer.send(
                    new ProducerRecord<>(Topics.REFUSED_HANDSHAKES.name(), refusal.organisationId(), refusal));
        }
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
