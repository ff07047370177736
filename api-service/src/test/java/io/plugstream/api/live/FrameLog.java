package io.plugstream.api.live;

import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Appends frames to Kafka as gateways do. */
final class FrameLog implements AutoCloseable {

    private final KafkaProducer<ChargerId, ChargerFrame> producer;

    FrameLog(Kafka kafka) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                Topics.CHARGER_FRAMES.keys().serializer(),
                Topics.CHARGER_FRAMES.values().serializer());
    }

    void append(ChargerFrame... frames) {
        for (ChargerFrame frame : frames) {
            var _ = producer.send(new ProducerRecord<>(Topics.CHARGER_FRAMES.name(), frame.chargerId(), frame));
        }
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
