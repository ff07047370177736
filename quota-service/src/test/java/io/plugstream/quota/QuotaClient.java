package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Requests decisions as api-service does: appends calls, and reads uncommitted decisions. */
final class QuotaClient implements AutoCloseable {

    private final String bootstrapServers;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<UUID, QuotaDecision> answers = new ConcurrentHashMap<>();
    private final List<QuotaDecision> contradictions = new CopyOnWriteArrayList<>();
    private final List<Exception> failures = new CopyOnWriteArrayList<>();
    private final Thread reader;
    private volatile boolean closed;

    QuotaClient(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 0, "acks", "all"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.reader = Thread.ofPlatform().daemon().name("decisions").start(this::readAnswers);
    }

    void send(ApiCall call) {
        send(
                Topics.API_CALLS.keys().serializer().serialize("", call.organisationId()),
                Topics.API_CALLS.values().serializer().serialize("", call));
    }

    void send(byte[] key, byte[] value) {
        var _ = producer.send(new ProducerRecord<>(Topics.API_CALLS.name(), key, value), (_, failure) -> {
            if (failure != null) {
                failures.add(failure);
            }
        });
    }

    /** The newest decision on each call. */
    Map<UUID, QuotaDecision> answers() {
        return answers;
    }

    /** Decisions that differ from an earlier one on the same call. */
    List<QuotaDecision> contradictions() {
        return contradictions;
    }

    /** The failures of appends. */
    List<Exception> failures() {
        return failures;
    }

    /** All committed records of {@code topic}. */
    <K, V> List<ConsumerRecord<K, V>> committed(Topic<K, V> topic) {
        List<ConsumerRecord<K, V>> records = new ArrayList<>();
        try (KafkaConsumer<K, V> consumer = consumer(topic, "read_committed")) {
            List<TopicPartition> partitions = assign(consumer, topic);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    @Override
    public void close() {
        closed = true;
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }

    private void readAnswers() {
        try (KafkaConsumer<String, QuotaDecision> consumer = consumer(Topics.QUOTA_DECISIONS, "read_uncommitted")) {
            consumer.seekToBeginning(assign(consumer, Topics.QUOTA_DECISIONS));
            while (!closed) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    QuotaDecision former = answers.put(record.value().callId(), record.value());
                    if (former != null && !former.equals(record.value())) {
                        contradictions.add(record.value());
                    }
                });
            }
        }
    }

    private static List<TopicPartition> assign(KafkaConsumer<?, ?> consumer, Topic<?, ?> topic) {
        List<TopicPartition> partitions = IntStream.range(0, topic.partitions())
                .mapToObj(partition -> new TopicPartition(topic.name(), partition))
                .toList();
        consumer.assign(partitions);
        return partitions;
    }

    private <K, V> KafkaConsumer<K, V> consumer(Topic<K, V> topic, String isolation) {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", isolation),
                topic.keys().deserializer(),
                topic.values().deserializer());
    }
}
