package io.plugstream.api.projection;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.projection.trail.EventTrails;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.MicrometerConsumerListener;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.transaction.reactive.TransactionalOperator;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * One consumer group for all events and one for deliveries; partitions are spread over the replicas. A batch is of several
 * topics, so that it costs one fetch and one transaction.
 */
@Configuration(proxyBeanMethods = false)
class ProjectionContainers {

    private static final long SHORTEST_PAUSE = 200;
    private static final long LONGEST_PAUSE = 3_000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** What a replica that dies has not committed is read again, and changes nothing. */
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);

    private final ProjectionProperties properties;
    private final DefaultKafkaConsumerFactory<byte[], byte[]> consumers;
    private final TransactionalOperator transaction;
    private final DeadLetters deadLetters;
    private final ProjectionMetrics metrics;
    private final EventTrails trails;

    ProjectionContainers(
            KafkaClients clients,
            ProjectionProperties properties,
            TopicCreator topicsAreThere,
            TransactionalOperator transaction,
            DeadLetters deadLetters,
            ProjectionMetrics metrics,
            EventTrails trails,
            MeterRegistry meters) {
        this.properties = properties;
        Map<String, Object> settings = clients.consumer();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        this.consumers =
                new DefaultKafkaConsumerFactory<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumers.addListener(new MicrometerConsumerListener<>(meters));
        this.transaction = transaction;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
        this.trails = trails;
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> projectedEvents(EventProjection projection) {
        BatchMessageListener<byte[], byte[]> projecting = listener(new EventReader(), projection);
        return busy(container(
                "events",
                records -> {
                    // First, and whether or not they can be projected: streams have them all the same.
                    trails.note(records).block(PATIENCE);
                    projecting.onMessage(records);
                },
                Topics.CHARGER_EVENTS,
                Topics.CONNECTOR_EVENTS,
                Topics.TRANSACTION_EVENTS));
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> refusedHandshakes(RefusalProjection projection) {
        return container(
                Topics.REFUSED_HANDSHAKES.name(), listener(new RefusalReader(), projection), Topics.REFUSED_HANDSHAKES);
    }

    /** Records count as soon as they are in the log; their transactions only keep former writers out (ADR 0040). */
    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> projectedDeliveries(DeliveryProjection projection) {
        ConcurrentMessageListenerContainer<byte[], byte[]> container = container(
                "deliveries",
                listener(
                        new DeliveryStepsReader(),
                        records -> projection.apply(records.stream()
                                .flatMap(record -> record.steps().stream())
                                .toList())),
                Topics.WEBHOOK_CLAIMS,
                Topics.WEBHOOK_DELIVERIES);
        container
                .getContainerProperties()
                .getKafkaConsumerProperties()
                .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        return busy(container);
    }

    /** Fetches for bytes and commits seldom. */
    private ConcurrentMessageListenerContainer<byte[], byte[]> busy(
            ConcurrentMessageListenerContainer<byte[], byte[]> container) {
        ContainerProperties settings = container.getContainerProperties();
        properties.apply(settings.getKafkaConsumerProperties());
        settings.setAckMode(AckMode.TIME);
        settings.setAckTime(COMMIT_EVERY.toMillis());
        // So soon the last offsets are committed when nothing comes any more.
        settings.setPollTimeout(COMMIT_EVERY.toMillis());
        return container;
    }

    private ConcurrentMessageListenerContainer<byte[], byte[]> container(
            String name, BatchMessageListener<byte[], byte[]> listener, Topic<?, ?>... topics) {
        ContainerProperties settings =
                new ContainerProperties(Stream.of(topics).map(Topic::name).toArray(String[]::new));
        settings.setGroupId("api-service." + name);
        settings.setMessageListener(listener);
        ConcurrentMessageListenerContainer<byte[], byte[]> container =
                new ConcurrentMessageListenerContainer<>(consumers, settings);
        container.setCommonErrorHandler(new DefaultErrorHandler(tirelessly()));
        return container;
    }

    private <T> BatchMessageListener<byte[], byte[]> listener(RecordReader<T> reader, BatchProjection<T> projection) {
        return new ProjectionListener<>(reader, projection, transaction, deadLetters, metrics);
    }

    private static ExponentialBackOff tirelessly() {
        ExponentialBackOff backOff = new ExponentialBackOff(SHORTEST_PAUSE, 2);
        backOff.setMaxInterval(LONGEST_PAUSE);
        return backOff;
    }
}
