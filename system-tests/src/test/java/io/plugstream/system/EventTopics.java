package io.plugstream.system;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads all events of an organisation, those of a charger in their order. */
record EventTopics(String bootstrapServers, String organisation) {

    List<EventRecord> read(Topic<ChargerId, EventRecord> topic) {
        List<EventRecord> events = new ArrayList<>();
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
                                events.add(topic.values().deserializer().deserialize(topic.name(), record.value())));
            }
        }
        return events.stream()
                .filter(event -> event.organisationId().equals(organisation))
                .toList();
    }

    List<EventRecord> read(Topic<ChargerId, EventRecord> topic, String chargeBoxId) {
        return read(topic).stream()
                .filter(event -> event.chargeBoxId().equals(chargeBoxId))
                .toList();
    }
}
