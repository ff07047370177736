package io.plugstream.system;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

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
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic.name()).stream()
                    .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(record ->
                                values.add(topic.values().deserializer().deserialize(topic.name(), record.value())));
            }
        }
        return values;
    }

    List<EventRecord> read(Topic<ChargerId, EventRecord> topic, String chargeBoxId) {
        return read(topic).stream()
                .filter(event -> event.chargeBoxId().equals(chargeBoxId))
                .toList();
    }
}
