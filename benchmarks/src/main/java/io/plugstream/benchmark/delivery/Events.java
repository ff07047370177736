package io.plugstream.benchmark.delivery;

import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Events of chargers, one charger an organisation and organisations in turn. */
final class Events {

    private final int organisations;

    Events(int organisations) {
        this.organisations = organisations;
    }

    static String organisation(int number) {
        return "benchmark-" + number;
    }

    int endpoint(EventId id) {
        return id.index() % organisations;
    }

    EventRecord of(EventId id) {
        Instant now = Instant.now();
        String chargeBoxId = "CP-1";
        return new EventRecord(
                id.uuid(now.toEpochMilli()),
                organisation(endpoint(id)),
                Mode.LIVE,
                chargeBoxId,
                now,
                now,
                new UUID(now.toEpochMilli() << 16, id.run()),
                id.index() + 1L,
                "ocpp1.6",
                false,
                new ConnectorStatusChanged(chargeBoxId, 1, "Charging", "NoError", null, null));
    }

    static <K, V> ProducerRecord<byte[], byte[]> record(Topic<K, V> topic, K key, @Nullable V value) {
        return new ProducerRecord<>(
                topic.name(),
                topic.keys().serializer().serialize(topic.name(), key),
                value == null ? null : topic.values().serializer().serialize(topic.name(), value));
    }

    static ProducerRecord<byte[], byte[]> record(EventRecord event) {
        return record(Topics.of(event.data()), event.chargerId(), event);
    }
}
