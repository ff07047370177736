package io.plugstream.benchmark.delivery;

import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Events of chargers, with one charger per organisation and organisations in turn. */
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

    static ProducerRecord<byte[], byte[]> record(EventRecord event) {
        return Topics.of(event.data()).record(event.chargerId(), event);
    }
}
