package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class SlowTrailsIT extends ProjectingService {

    /** The topic has no such partition, so the running service writes nothing about it. */
    private static final int PARTITION = 99;

    /** One statement for all trails would take longer than a statement may, and would be retried for ever. */
    @Test
    void slowBatchesOfTrailsAreStoredInSmallerOnes() {
        database.slowWrites("event_trails");
        List<ConsumerRecord<byte[], byte[]>> records = IntStream.range(0, 250)
                .mapToObj(offset -> record(offset, new Story("slow-trail-" + offset, "CP").connected()))
                .toList();

        service.bean(ProjectionContainers.class)
                .eventListener(service.bean(EventProjection.class))
                .onMessage(records);

        assertThat(database.ask("SELECT count(*) FROM event_trails WHERE partition = ?", PARTITION))
                .isEqualTo("250");
        assertThat(database.ask(
                        "SELECT begins || ' to ' || ends FROM event_trail_ranges WHERE partition = ?", PARTITION))
                .isEqualTo("0 to 250");
        assertThat(database.ask("SELECT count(*) FROM charger_states WHERE organisation_id LIKE 'slow-trail-%'"))
                .isEqualTo("250");
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, EventRecord event) {
        String topic = Topics.CHARGER_EVENTS.name();
        return new ConsumerRecord<>(
                topic,
                PARTITION,
                offset,
                Topics.CHARGER_EVENTS.keys().serializer().serialize(topic, event.chargerId()),
                Topics.CHARGER_EVENTS.values().serializer().serialize(topic, event));
    }
}
