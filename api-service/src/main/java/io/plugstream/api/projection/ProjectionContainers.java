package io.plugstream.api.projection;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.projection.trail.EventTrails;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.MicrometerConsumerListener;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.transaction.reactive.TransactionalOperator;
import org.springframework.util.backoff.ExponentialBackOff;

/** One consumer group for each projected topic; its partitions are spread over the replicas. */
@Configuration(proxyBeanMethods = false)
class ProjectionContainers {

    private static final long SHORTEST_PAUSE = 200;
    private static final long LONGEST_PAUSE = 3_000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final DefaultKafkaConsumerFactory<byte[], byte[]> consumers;
    private final TransactionalOperator transaction;
    private final DeadLetters deadLetters;
    private final ProjectionMetrics metrics;
    private final EventTrails trails;

    ProjectionContainers(
            KafkaClients clients,
            TopicCreator topicsAreThere,
            TransactionalOperator transaction,
            DeadLetters deadLetters,
            ProjectionMetrics metrics,
            EventTrails trails,
            MeterRegistry meters) {
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
    ConcurrentMessageListenerContainer<byte[], byte[]> chargerEvents(ChargerProjection projection) {
        return container(Topics.CHARGER_EVENTS, projection);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> connectorEvents(ConnectorProjection projection) {
        return container(Topics.CONNECTOR_EVENTS, projection);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> transactionEvents(TransactionProjection projection) {
        return container(Topics.TRANSACTION_EVENTS, projection);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> webhookClaims(ClaimProjection projection) {
        return uncommitted(container(new ClaimReader(), projection));
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> webhookDeliveries(DeliveryProjection projection) {
        return uncommitted(container(new DeliveryReader(), projection));
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> refusedHandshakes(RefusalProjection projection) {
        return container(new RefusalReader(), projection);
    }

    /** Records count as soon as they are in the log; their transactions only keep former writers out (ADR 0040). */
    private static ConcurrentMessageListenerContainer<byte[], byte[]> uncommitted(
            ConcurrentMessageListenerContainer<byte[], byte[]> container) {
        Properties settings = new Properties();
        settings.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        container.getContainerProperties().setKafkaConsumerProperties(settings);
        return container;
    }

    private ConcurrentMessageListenerContainer<byte[], byte[]> container(
            Topic<ChargerId, EventRecord> topic, Projection projection) {
        BatchMessageListener<byte[], byte[]> projecting = listener(new EventReader(topic), projection);
        return container(topic.name(), records -> {
            // First, and whether or not they can be projected: streams have them all the same.
            trails.note(records).block(PATIENCE);
            projecting.onMessage(records);
        });
    }

    private <T> ConcurrentMessageListenerContainer<byte[], byte[]> container(
            RecordReader<T> reader, BatchProjection<T> projection) {
        return container(reader.topic().name(), listener(reader, projection));
    }

    private ConcurrentMessageListenerContainer<byte[], byte[]> container(
            String topic, BatchMessageListener<byte[], byte[]> listener) {
        ContainerProperties properties = new ContainerProperties(topic);
        properties.setGroupId("api-service." + topic);
        properties.setMessageListener(listener);
        ConcurrentMessageListenerContainer<byte[], byte[]> container =
                new ConcurrentMessageListenerContainer<>(consumers, properties);
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
