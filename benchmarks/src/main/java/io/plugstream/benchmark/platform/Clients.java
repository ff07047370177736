package io.plugstream.benchmark.platform;

import io.plugstream.model.topic.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka clients with the services' settings. */
public final class Clients {

    private final String bootstrapServers;

    public Clients(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** A producer that sends without delay. */
    public KafkaProducer<byte[], byte[]> producer() {
        return producer(Map.of());
    }

    /** A producer whose records share a request while another is in flight, like api-service's producer for calls. */
    public KafkaProducer<byte[], byte[]> sharingProducer() {
        return producer(Map.of("max.in.flight.requests.per.connection", 1));
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.putAll(Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", 0));
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A reader of all records that come to {@code topic} from now on, committed or not. */
    public KafkaConsumer<byte[], byte[]> follower(Topic<?, ?> topic) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_uncommitted"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = IntStream.range(0, topic.partitions())
                .mapToObj(partition -> new TopicPartition(topic.name(), partition))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        return consumer;
    }

    /** Creates {@code topics} like the services. */
    public void create(Topic<?, ?>... topics) throws InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(Stream.of(topics).map(Topic::creation).toList())
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
