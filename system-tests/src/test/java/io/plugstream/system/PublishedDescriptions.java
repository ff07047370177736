package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.contract.DescribedSchemas;
import io.plugstream.contract.DescribedTopics;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.system.RecordingReceiver.Received;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Compares what the running platform sends with its API description and the project's documents. */
final class PublishedDescriptions {

    private final DescribedSchemas api;
    private final DescribedTopics topics = new DescribedTopics();

    private PublishedDescriptions(DescribedSchemas api) {
        this.api = api;
    }

    /** Reads the platform's own {@code /openapi.json}. */
    static PublishedDescriptions of(Platform platform) throws Exception {
        URI description = platform.api().resolve("/openapi.json");
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    http.send(HttpRequest.newBuilder(description).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            return new PublishedDescriptions(new DescribedSchemas(response.body()));
        }
    }

    /** Checks the body and every header of a delivery. */
    void check(Received received) {
        JsonNode described = api.root().path("webhooks").path(received.event()).path("post");
        JsonNode body = described.path("requestBody").path("content").path("application/json");
        assertThat(api.faults(body.path("schema"), received.json()))
                .as(received.body())
                .isEmpty();
        assertThat(described.path("parameters")).isNotEmpty();
        described.path("parameters").forEach(header -> checkHeader(header, received));
    }

    private void checkHeader(JsonNode header, Received received) {
        String name = header.path("name").stringValue();
        String value = received.headers().firstValue(name).orElse(null);
        if (value == null) {
            assertThat(header.path("required").booleanValue(false)).as(name).isFalse();
            return;
        }
        boolean number = header.path("schema").path("type").stringValue().equals("integer");
        JsonNode node = number
                ? JsonNodeFactory.instance.numberNode(Long.parseLong(value))
                : JsonNodeFactory.instance.stringNode(value);
        assertThat(api.faults(header.path("schema"), node)).as(name).isEmpty();
    }

    /** Checks every record in every topic of the platform, and returns the topics that have records. */
    Set<String> checkRecords(String bootstrapServers) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers);
        Set<String> seen = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            Set<String> present = consumer.listTopics().keySet();
            Topics.ALL.stream()
                    .map(Topic::name)
                    .filter(present::contains)
                    .filter(topic -> checkAll(consumer, topic) > 0)
                    .forEach(seen::add);
        }
        return seen;
    }

    private int checkAll(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        consumer.seekToBeginning(partitions);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(Duration.ofMillis(200)).forEach(records::add);
        }
        records.forEach(record -> assertThat(topics.faults(topic, record.key(), record.value()))
                .as(topic)
                .isEmpty());
        return records.size();
    }
}
