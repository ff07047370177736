package io.plugstream.api.projection;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Halves;
import io.plugstream.api.log.ListenerContainers;
import io.plugstream.api.projection.trail.EventTrails;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.transaction.reactive.TransactionalOperator;

/**
 * One consumer group for all events and one for deliveries; the replicas share the partitions. A batch has records of
 * several topics, so it needs one fetch and one transaction.
 */
@Configuration(proxyBeanMethods = false)
class ProjectionContainers {

    /** After a crash, uncommitted records are read again, which changes nothing. */
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);

    /** A fetch waits for so many bytes, because a fetch and a transaction for each event would cost too much (ADR 86). */
    private static final String FETCH_BYTES = "65536";

    /** The longest wait of a fetch. It delays read models while few events come. */
    private static final String FETCH_WAIT_MS = "100";

    private final ListenerContainers containers;
    private final ProjectionListeners listeners;
    private final TransactionalOperator transaction;
    private final EventTrails trails;

    ProjectionContainers(
            ListenerContainers containers,
            ProjectionListeners listeners,
            TransactionalOperator transaction,
            EventTrails trails) {
        this.containers = containers;
        this.listeners = listeners;
        this.transaction = transaction;
        this.trails = trails;
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> projectedEvents(EventProjection projection) {
        return busy(containers.container(
                "events",
                eventListener(projection),
                Topics.CHARGER_EVENTS,
                Topics.CONNECTOR_EVENTS,
                Topics.TRANSACTION_EVENTS));
    }

    /** Records the trails of a batch, then projects it. */
    BatchMessageListener<byte[], byte[]> eventListener(EventProjection projection) {
        BatchMessageListener<byte[], byte[]> projecting =
                listener(record -> Topics.event(record.topic(), record.value()), projection);
        return records -> {
            // First, because streams also carry events that cannot be projected.
            Halves.apply(records, some -> trails.note(some).block(DatabaseTimeouts.SWEEP));
            projecting.onMessage(records);
        };
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> refusedHandshakes(RefusalProjection projection) {
        return listeners.container(
                Topics.REFUSED_HANDSHAKES, refusals -> transaction.transactional(projection.apply(refusals)));
    }

    /** Reads uncommitted records, because their transactions only fence former writers (ADR 40). */
    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> projectedDeliveries(DeliveryProjection projection) {
        ConcurrentMessageListenerContainer<byte[], byte[]> container = containers.container(
                "deliveries",
                listener(
                        DeliverySteps::read,
                        records -> projection.apply(
                                records.stream().flatMap(List::stream).toList())),
                Topics.WEBHOOK_CLAIMS,
                Topics.WEBHOOK_DELIVERIES);
        container
                .getContainerProperties()
                .getKafkaConsumerProperties()
                .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        return busy(container);
    }

    /** Waits for larger fetches and commits offsets once a second. */
    private ConcurrentMessageListenerContainer<byte[], byte[]> busy(
            ConcurrentMessageListenerContainer<byte[], byte[]> container) {
        ContainerProperties settings = container.getContainerProperties();
        Properties consumer = settings.getKafkaConsumerProperties();
        consumer.setProperty(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, FETCH_BYTES);
        consumer.setProperty(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
        settings.setAckMode(AckMode.TIME);
        settings.setAckTime(COMMIT_EVERY.toMillis());
        // Commits the last offsets this soon if no more records come.
        settings.setPollTimeout(COMMIT_EVERY.toMillis());
        return container;
    }

    /** Each batch is one transaction. */
    private <T> BatchMessageListener<byte[], byte[]> listener(
            Function<ConsumerRecord<byte[], byte[]>, Optional<T>> read, BatchProjection<T> projection) {
        return listeners.listener(read, records -> transaction.transactional(projection.apply(records)));
    }
}
