package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** The settings from {@code spring.kafka.*} for Kafka clients that Spring does not create itself. */
public final class KafkaClients implements DisposableBean {

    /** Less than {@code request.timeout.ms}, after which the network counts as silent. */
    private static final int SILENT_FETCH_MILLISECONDS = 2_000;

    private final KafkaProperties properties;
    private final KafkaConnectionDetails connection;
    private @Nullable Admin shared;

    public KafkaClients(KafkaProperties properties, KafkaConnectionDetails connection) {
        this.properties = properties;
        this.connection = connection;
    }

    /** Settings of a consumer; the caller adds deserialisers and group. */
    public Map<String, Object> consumer() {
        return at(connection.getConsumer().getBootstrapServers(), properties.buildConsumerProperties());
    }

    /**
     * Settings of a consumer without a group, whose caller keeps the offsets.
     *
     * @param reset Kafka's {@code auto.offset.reset}, for offsets that do not exist
     */
    public Map<String, Object> reader(String reset) {
        Map<String, Object> settings = consumer();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, reset);
        return settings;
    }

    /**
     * Like {@link #reader}, for a {@link ConsumerThread} that follows topics for as long as the process runs. Brokers
     * answer as soon as a record arrives, and otherwise four times less often than by default.
     */
    public Map<String, Object> follower(String reset) {
        Map<String, Object> settings = reader(reset);
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, SILENT_FETCH_MILLISECONDS);
        return settings;
    }

    /** Settings of a producer; the caller adds serialisers. */
    public Map<String, Object> producer() {
        return at(connection.getProducer().getBootstrapServers(), properties.buildProducerProperties());
    }

    /** Settings of Kafka Streams. */
    public Map<String, Object> streams() {
        return at(connection.getStreams().getBootstrapServers(), properties.buildStreamsProperties());
    }

    /** Settings of an admin client. */
    public Map<String, Object> admin() {
        return at(connection.getAdmin().getBootstrapServers(), properties.buildAdminProperties());
    }

    /** The admin client of all requests after the start; callers must not close it. */
    public synchronized Admin sharedAdmin() {
        Admin present = shared;
        if (present == null) {
            present = Admin.create(admin());
            shared = present;
        }
        return present;
    }

    /** The offset after the last record of {@code partition} that is not part of an open transaction. */
    public long end(TopicPartition partition, Duration timeout)
            throws ExecutionException, TimeoutException, InterruptedException {
        ListOffsetsOptions options = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
        options.timeoutMs(Math.toIntExact(timeout.toMillis()));
        return sharedAdmin()
                .listOffsets(Map.of(partition, OffsetSpec.latest()), options)
                .partitionResult(partition)
                .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .offset();
    }

    /** Opens a consumer of bytes. */
    public static Consumer<byte[], byte[]> openConsumer(Map<String, Object> settings) {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Opens a producer of bytes, as {@link #openProducer(Map, Serializer, Serializer)} does. */
    public static Producer<byte[], byte[]> openProducer(Map<String, Object> settings) {
        return openProducer(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Opens a producer. Without transactions it recovers by itself from whatever brokers reject; with transactions its
     * owner must open another one.
     */
    public static <K, V> Producer<K, V> openProducer(
            Map<String, Object> settings, Serializer<K> keys, Serializer<V> values) {
        return settings.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)
                ? new KafkaProducer<>(settings, keys, values)
                : ReplacedProducer.of(() -> new KafkaProducer<>(settings, keys, values));
    }

    @Override
    public synchronized void destroy() {
        if (shared != null) {
            shared.close(Duration.ofSeconds(1));
            shared = null;
        }
    }

    private static Map<String, Object> at(List<String> servers, Map<String, Object> settings) {
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers);
        return settings;
    }
}
