package io.plugstream.api.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.MicrometerConsumerListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.GenericMessageListener;
import org.springframework.stereotype.Component;
import org.springframework.util.backoff.ExponentialBackOff;

/** Creates listener containers. All replicas of a container form one consumer group and share the partitions. */
@Component
public final class ListenerContainers {

    private static final long SHORTEST_PAUSE = 200;
    private static final long LONGEST_PAUSE = 3_000;

    /**
     * When a consumer tries again that the broker rejected, such as while credentials, rights or certificates are
     * replaced. Without it, the container would stop until a restart.
     */
    public static final Duration AUTHORIZATION_RETRY = Duration.ofSeconds(1);

    private final DefaultKafkaConsumerFactory<byte[], byte[]> consumers;
    private final MeterRegistry meters;

    ListenerContainers(KafkaClients clients, MeterRegistry meters) {
        this.meters = meters;
        Map<String, Object> settings = clients.consumer();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        this.consumers =
                new DefaultKafkaConsumerFactory<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumers.addListener(new MicrometerConsumerListener<>(meters));
    }

    /** A container whose group has the topic's name. */
    public ConcurrentMessageListenerContainer<byte[], byte[]> container(
            Topic<?, ?> topic, GenericMessageListener<?> listener) {
        return container(topic.name(), listener, topic);
    }

    /** A container that retries a failed record until {@code listener} succeeds. */
    public ConcurrentMessageListenerContainer<byte[], byte[]> container(
            String group, GenericMessageListener<?> listener, Topic<?, ?>... topics) {
        ContainerProperties properties =
                new ContainerProperties(Stream.of(topics).map(Topic::name).toArray(String[]::new));
        String groupId = "api-service." + group;
        properties.setGroupId(groupId);
        properties.setMessageListener(listener);
        properties.setAuthExceptionRetryInterval(AUTHORIZATION_RETRY);
        ConcurrentMessageListenerContainer<byte[], byte[]> container =
                new ConcurrentMessageListenerContainer<>(consumers, properties);
        ExponentialBackOff tirelessly = new ExponentialBackOff(SHORTEST_PAUSE, 2);
        tirelessly.setMaxInterval(LONGEST_PAUSE);
        DefaultErrorHandler retries = new DefaultErrorHandler(tirelessly);
        // Spring Kafka would skip records whose failure it takes for an error in the program.
        retries.setClassifications(Map.of(), true);
        retries.setRetryListeners(new FailedAttempts(groupId, failures(groupId)));
        container.setCommonErrorHandler(retries);
        return container;
    }

    private Counter failures(String group) {
        return Counter.builder("plugstream.api.listener.retries")
                .description("Failed attempts of a listener to take records, each followed by another")
                .tag("group", group)
                .register(meters);
    }
}
