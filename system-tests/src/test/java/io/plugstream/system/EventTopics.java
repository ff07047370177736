package io.plugstream.system;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads the records of an organisation from topics, with the events of each charger in order. */
record EventTopics(String bootstrapServers, String organisation) {

    private static final UUID NO_CONNECTION = UUID.fromString("00000000-0000-7000-8000-000000000000");

    List<EventRecord> read(Topic<ChargerId, EventRecord> topic) {
        return all(topic).stream()
                .filter(event -> event.organisationId().equals(organisation) && !isMark(event))
                .toList();
    }

    /** A gateway that searches for an event marks the end of its search with a record without a connection. */
    private static boolean isMark(EventRecord event) {
        return event.recordOnly() && event.connectionId().equals(NO_CONNECTION);
    }

    /** The organisation's calls that quota-service has counted or will count. */
    List<ApiCall> calls() {
        return all(Topics.API_CALLS).stream()
                .filter(call -> call.organisationId().equals(organisation))
                .toList();
    }

    private <V> List<V> all(Topic<?, V> topic) {
        List<V> values = new ArrayList<>();
        new TopicReader(bootstrapServers).read(topic, record -> values.add(record.value()));
        return values;
    }

    List<EventRecord> read(Topic<ChargerId, EventRecord> topic, String chargeBoxId) {
        return read(topic).stream()
                .filter(event -> event.chargeBoxId().equals(chargeBoxId))
                .toList();
    }
}
