package io.plugstream.benchmark.platform;

import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka clients with the services' settings. */
public final class Clients {

    private static final Duration POLL = Duration.ofMillis(200);

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

    /** A producer with some settings of its own. */
    public KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings =
                new HashMap<>(Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", 0));
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A reader of all records that come to {@code topic} from now on, committed or not. */
    public KafkaConsumer<byte[], byte[]> follower(Topic<?, ?> topic) {
        KafkaConsumer<byte[], byte[]> consumer = reader(topic, Map.of());
        consumer.seekToEnd(consumer.assignment());
        consumer.assignment().forEach(consumer::position);
        return consumer;
    }

    /** A reader of all records of {@code topic}, committed or not, with some settings of its own. */
    public KafkaConsumer<byte[], byte[]> reader(Topic<?, ?> topic, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", bootstrapServers));
        settings.putAll(more);
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(IntStream.range(0, topic.partitions())
                .mapToObj(partition -> new TopicPartition(topic.name(), partition))
                .toList());
        consumer.seekToBeginning(consumer.assignment());
        return consumer;
    }

    /** Passes all records up to the current end of the topic to {@code each}. */
    public static void readToEnd(
            KafkaConsumer<byte[], byte[]> consumer, Consumer<ConsumerRecord<byte[], byte[]>> each) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(each);
        }
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
