package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.trace.Traces;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Appends to topics and returns when every in-sync replica has the record. Records of one key stay in the order in which
 * they were sent.
 */
@Component
public final class DurableLog implements DisposableBean {

    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final KafkaClientMetrics producerMetrics;
    private final MeterRegistry meters;
    private final Map<Outcome, Timer> timers = new ConcurrentHashMap<>();
    private final Traces traces;

    private record Outcome(String topic, String name) {}

    // The creator is a parameter so that the topics exist before the first record.
    DurableLog(
            KafkaClients clients,
            TopicCreator topics,
            Instance instance,
            PublishProperties properties,
            MeterRegistry meters,
            Traces traces) {
        this.meters = meters;
        this.traces = traces;
        this.producer = new KafkaProducer<>(
                settings(clients.producer(), instance, properties.acknowledgementTimeout()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.producerMetrics = new KafkaClientMetrics(producer);
        producerMetrics.bindTo(meters);
    }

    /** Waiting for metadata and waiting for the acknowledgement share the timeout. */
    private static Map<String, Object> settings(Map<String, Object> common, Instance instance, Duration timeout) {
        int block = Math.toIntExact(timeout.toMillis() / 4);
        int delivery = Math.toIntExact(timeout.toMillis()) - block;
        common.put(ProducerConfig.CLIENT_ID_CONFIG, "ocpp-gateway-" + instance.name());
        common.put(ProducerConfig.ACKS_CONFIG, "all");
        common.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        common.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // What comes while a request is on its way shares the next one: fewer requests, and no message waits for
        // company.
        common.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        common.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, block);
        common.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, delivery / 2);
        common.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
        return common;
    }

    /** Appends one record. */
    public <K, V> RecordMetadata append(Topic<K, V> topic, @Nullable K key, V value) throws NotAcknowledgedException {
        return await(send(topic, key, value));
    }

    /** Sends one record; a null value is a tombstone. {@link #await} tells whether it arrived. */
    public <K, V> CompletableFuture<RecordMetadata> send(Topic<K, V> topic, @Nullable K key, @Nullable V value) {
        Timer.Sample sample = Timer.start(meters);
        CompletableFuture<RecordMetadata> acknowledged = new CompletableFuture<>();
        try {
            var _ = producer.send(record(topic, key, value), (metadata, failure) -> {
                Outcome outcome = new Outcome(topic.name(), failure == null ? "acknowledged" : "failed");
                sample.stop(timers.computeIfAbsent(outcome, this::timer));
                if (failure == null) {
                    acknowledged.complete(metadata);
                } else {
                    acknowledged.completeExceptionally(failure);
                }
            });
        } catch (KafkaException e) {
            acknowledged.completeExceptionally(e);
        }
        return acknowledged;
    }

    /**
     * Waits for the acknowledgement of a sent record. The producer tells how each record ended, within its delivery time-out;
     * a time-out of the waiting thread's own would wake another thread to keep the time, for each message.
     */
    public RecordMetadata await(CompletableFuture<RecordMetadata> sent) throws NotAcknowledgedException {
        try {
            return sent.get();
        } catch (ExecutionException e) {
            throw new NotAcknowledgedException("Kafka did not acknowledge: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotAcknowledgedException("interrupted", e);
        }
    }

    int partitions(Topic<?, ?> topic) throws NotAcknowledgedException {
        try {
            return producer.partitionsFor(topic.name()).size();
        } catch (KafkaException e) {
            throw new NotAcknowledgedException("Kafka does not describe " + topic.name(), e);
        }
    }

    private Timer timer(Outcome outcome) {
        return Timer.builder("plugstream.gateway.publish")
                .description("From sending a record to its acknowledgement")
                .tag("topic", outcome.topic())
                .tag("outcome", outcome.name())
                .register(meters);
    }

    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness; a record may have no key or no value.
    private <K, V> ProducerRecord<byte[], byte[]> record(Topic<K, V> topic, @Nullable K key, @Nullable V value) {
        var record = new ProducerRecord<>(
                topic.name(),
                topic.keys().serializer().serialize(topic.name(), key),
                topic.values().serializer().serialize(topic.name(), value));
        traces.write(record.headers());
        return record;
    }

    @Override
    public void destroy() {
        producerMetrics.close();
        producer.close(CLOSE);
    }
}
