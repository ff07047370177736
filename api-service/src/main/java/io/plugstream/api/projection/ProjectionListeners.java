package io.plugstream.api.projection;

import io.plugstream.api.log.ListenerContainers;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.topic.Topic;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.stereotype.Component;

/** Creates the listeners that write the records of topics into tables. All treat failures in the same way. */
@Component
public final class ProjectionListeners {

    private final ListenerContainers containers;
    private final DeadLetters deadLetters;
    private final ProjectionMetrics metrics;
    private final Clock clock;

    ProjectionListeners(
            ListenerContainers containers, DeadLetters deadLetters, ProjectionMetrics metrics, Clock clock) {
        this.containers = containers;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** A container that passes each batch of a topic's records to {@code projection}. */
    public <T> ConcurrentMessageListenerContainer<byte[], byte[]> container(
            Topic<?, T> topic, BatchProjection<T> projection) {
        return containers.container(topic, listener(record -> topic.read(record.value()), projection));
    }

    /**
     * A listener that passes each batch of records to {@code projection}.
     *
     * @param read empty if the record is unreadable or incomplete
     */
    public <T> BatchMessageListener<byte[], byte[]> listener(
            Function<ConsumerRecord<byte[], byte[]>, Optional<T>> read, BatchProjection<T> projection) {
        return new ProjectionListener<>(read, projection, deadLetters, metrics, clock);
    }
}
