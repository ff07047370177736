package io.plugstream.gateway.handshake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Publishes refused handshakes with a producer and a thread of their own, so that no handshake waits for Kafka and no event
 * shares a buffer with what strangers cause. While Kafka is away, refusals beyond a small number are lost.
 */
@Component
final class PublishedRefusals implements RefusalWriter, DisposableBean {

    private static final Topic<String, RefusedHandshake> TOPIC = Topics.REFUSED_HANDSHAKES;
    private static final int MOST_WAITING = 1_000;
    private static final int BUFFER_BYTES = 1024 * 1024;
    private static final Duration BLOCK = Duration.ofSeconds(2);
    private static final Duration REQUEST = Duration.ofSeconds(4);
    private static final Duration DELIVERY = Duration.ofSeconds(10);
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final Producer<String, RefusedHandshake> producer;
    private final Counter published;
    private final Counter lost;
    private final ThreadPoolExecutor sender;

    // The creator is a parameter so that the topic exists before the first record.
    @Autowired
    PublishedRefusals(KafkaClients clients, TopicCreator topicsAreThere, Instance instance, MeterRegistry meters) {
        this(
                new KafkaProducer<>(
                        settings(clients.producer(), instance),
                        TOPIC.keys().serializer(),
                        TOPIC.values().serializer()),
                meters);
    }

    PublishedRefusals(Producer<String, RefusedHandshake> producer, MeterRegistry meters) {
        this.producer = producer;
        this.published = Refusals.counter(meters, "published");
        this.lost = Refusals.counter(meters, "lost");
        this.sender = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                Thread.ofPlatform().daemon().name("refused-handshakes").factory(),
                (_, _) -> lost.increment());
    }

    private static Map<String, Object> settings(Map<String, Object> common, Instance instance) {
        common.put(ProducerConfig.CLIENT_ID_CONFIG, "ocpp-gateway-refusals-" + instance.name());
        common.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        common.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        common.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Math.toIntExact(BLOCK.toMillis()));
        common.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(REQUEST.toMillis()));
        common.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(DELIVERY.toMillis()));
        return common;
    }

    @Override
    public void write(RefusedHandshake refusal) {
        sender.execute(() -> send(refusal));
    }

    private void send(RefusedHandshake refusal) {
        try {
            var _ = producer.send(
                    new ProducerRecord<>(TOPIC.name(), refusal.organisationId(), refusal),
                    (_, failure) -> (failure == null ? published : lost).increment());
        } catch (KafkaException | IllegalStateException e) {
            lost.increment();
        }
    }

    @Override
    public void destroy() {
        sender.shutdown();
        producer.close(CLOSE);
    }
}
