package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.Counter;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes to one topic with its own thread and producer, so that no charger waits for Kafka and events do not share
 * the buffer. Records are rejected if the queue is full, and lost if Kafka does not acknowledge them in time.
 */
public final class LossyLog<K, V> implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LossyLog.class);
    private static final Duration BLOCK = Duration.ofSeconds(2);
    private static final Duration REQUEST = Duration.ofSeconds(4);
    private static final Duration DELIVERY = Duration.ofSeconds(10);
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final Topic<K, V> topic;
    private final Producer<K, V> producer;
    private final Counter published;
    private final Counter lost;
    private final ThreadPoolExecutor sender;

    /** @param outcomes counts records by what became of them: {@code published} or {@code lost} */
    public LossyLog(Topic<K, V> topic, Producer<K, V> producer, int mostWaiting, Function<String, Counter> outcomes) {
        this.topic = topic;
        this.producer = producer;
        this.published = outcomes.apply("published");
        this.lost = outcomes.apply("lost");
        this.sender = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(mostWaiting),
                Thread.ofPlatform().daemon().name(topic.name()).factory());
    }

    /** A producer with short timeouts. */
    public static <K, V> Producer<K, V> producer(
            Topic<K, V> topic, KafkaClients clients, String clientId, int bufferBytes) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, bufferBytes);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Math.toIntExact(BLOCK.toMillis()));
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(REQUEST.toMillis()));
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(DELIVERY.toMillis()));
        return KafkaClients.openProducer(
                settings, topic.keys().serializer(), topic.values().serializer());
    }

    /** Queues a record without blocking; it may be lost. Builds its value later. Returns false if the queue is full. */
    public boolean send(K key, Supplier<V> value) {
        try {
            sender.execute(() -> publish(key, value));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void publish(K key, Supplier<V> value) {
        try {
            var _ = producer.send(
                    new ProducerRecord<>(topic.name(), key, value.get()),
                    (_, failure) -> (failure == null ? published : lost).increment());
        } catch (KafkaException | IllegalStateException e) {
            lost.increment();
        } catch (RuntimeException e) {
            lost.increment();
            log.atError()
                    .addKeyValue("topic", topic.name())
                    .addKeyValue("key", key)
                    .log("A record is lost because of a bug", e);
        }
    }

    @Override
    public void close() {
        sender.shutdown();
        producer.close(CLOSE);
    }
}
