package io.plugstream.gateway.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Masks and publishes frames on a thread and with a producer of their own, so that no charger waits for either and no event
 * shares their buffer. What comes while too many wait is not taken, and what Kafka does not take in time is lost.
 */
@Component
final class PublishedFrames implements FrameOutlet, DisposableBean {

    /** A frame has at most 64 KiB. */
    static final int MOST_WAITING = 200;

    private static final Logger log = LoggerFactory.getLogger(PublishedFrames.class);
    private static final Topic<ChargerId, ChargerFrame> TOPIC = Topics.CHARGER_FRAMES;
    private static final int BUFFER_BYTES = 4 * 1024 * 1024;
    private static final Duration BLOCK = Duration.ofSeconds(2);
    private static final Duration REQUEST = Duration.ofSeconds(4);
    private static final Duration DELIVERY = Duration.ofSeconds(10);
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final Producer<ChargerId, ChargerFrame> producer;
    private final int characters;
    private final Counter published;
    private final Counter lost;
    private final ThreadPoolExecutor sender;

    // The creator is a parameter so that the topic exists before the first record.
    @Autowired
    PublishedFrames(
            KafkaClients clients,
            TopicCreator topicsAreThere,
            Instance instance,
            WatchProperties properties,
            MeterRegistry meters) {
        this(
                new KafkaProducer<>(
                        settings(clients.producer(), instance),
                        TOPIC.keys().serializer(),
                        TOPIC.values().serializer()),
                properties,
                meters);
    }

    PublishedFrames(Producer<ChargerId, ChargerFrame> producer, WatchProperties properties, MeterRegistry meters) {
        this.producer = producer;
        this.characters = properties.characters();
        this.published = WatchedFrames.counter(meters, "published");
        this.lost = WatchedFrames.counter(meters, "lost");
        this.sender = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                Thread.ofPlatform().daemon().name("watched-frames").factory());
    }

    private static Map<String, Object> settings(Map<String, Object> common, Instance instance) {
        common.put(ProducerConfig.CLIENT_ID_CONFIG, "ocpp-gateway-frames-" + instance.name());
        common.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        common.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        common.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Math.toIntExact(BLOCK.toMillis()));
        common.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(REQUEST.toMillis()));
        common.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(DELIVERY.toMillis()));
        return common;
    }

    @Override
    public boolean write(RawFrame frame) {
        try {
            sender.execute(() -> send(frame));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void send(RawFrame frame) {
        try {
            var _ = producer.send(
                    new ProducerRecord<>(TOPIC.name(), frame.charger(), frame.shown(characters)),
                    (_, failure) -> (failure == null ? published : lost).increment());
        } catch (KafkaException | IllegalStateException e) {
            lost.increment();
        } catch (RuntimeException e) {
            lost.increment();
            log.atError().addKeyValue("charger", frame.charger()).log("A frame is not shown after a bug", e);
        }
    }

    @Override
    public void destroy() {
        sender.shutdown();
        producer.close(CLOSE);
    }
}
