package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class EventProjectionTest {

    private final EventRecord event = new Story("org", "CP").disconnected();

    @Test
    void readsAnEventFromItsTopic() {
        assertThat(event(record(Topics.CHARGER_EVENTS.name(), json(event)))).contains(event);
    }

    @Test
    void anEventWithoutARequiredFieldIsUnreadable() {
        for (String field : new String[] {"eventId", "connectionId", "data"}) {
            ObjectNode json = json(event);
            json.remove(field);
            assertThat(event(record(Topics.CHARGER_EVENTS.name(), json)))
                    .as(field)
                    .isEmpty();
        }
        ObjectNode json = json(event);
        ((ObjectNode) json.get("data")).remove("reason");
        assertThat(event(record(Topics.CHARGER_EVENTS.name(), json))).isEmpty();
    }

    @Test
    void anEventInTheTopicOfAnotherKindIsUnreadable() {
        assertThat(event(record(Topics.TRANSACTION_EVENTS.name(), json(event)))).isEmpty();
    }

    @Test
    void aTombstoneIsNotAnEvent() {
        assertThat(event(new ConsumerRecord<>(
                        Topics.CHARGER_EVENTS.name(), 0, 0, "org/CP".getBytes(StandardCharsets.UTF_8), null)))
                .isEmpty();
    }

    private static Optional<EventRecord> event(ConsumerRecord<byte[], byte[]> record) {
        return Topics.event(record.topic(), record.value());
    }

    private static ObjectNode json(EventRecord event) {
        return (ObjectNode) Json.mapper().readTree(Json.mapper().writeValueAsBytes(event));
    }

    private static ConsumerRecord<byte[], byte[]> record(String topic, ObjectNode json) {
        byte[] key = "org/CP".getBytes(StandardCharsets.UTF_8);
        return new ConsumerRecord<>(topic, 0, 0, key, Json.mapper().writeValueAsBytes(json));
    }
}
