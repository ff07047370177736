package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.transaction.reactive.TransactionalOperator;

/**
 * Writes each batch of a topic in one database transaction; the offsets are committed after it. A batch in which the
 * database refuses something is written event by event, so that only the culprit is parked. Any other failure is thrown,
 * and the container tries the batch again until it succeeds.
 */
final class ProjectionListener implements BatchMessageListener<byte[], byte[]> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EventReader reader;
    private final Projection projection;
    private final TransactionalOperator transaction;
    private final DeadLetters deadLetters;
    private final ProjectionMetrics metrics;

    ProjectionListener(
            EventReader reader,
            Projection projection,
            TransactionalOperator transaction,
            DeadLetters deadLetters,
            ProjectionMetrics metrics) {
        this.reader = reader;
        this.projection = projection;
        this.transaction = transaction;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
        List<Arrived> arrived = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Optional<EventRecord> event = reader.read(record);
            if (event.isPresent()) {
                arrived.add(new Arrived(record, event.get()));
            } else {
                deadLetters.park(record, "not an event of this topic");
            }
        }
        if (!arrived.isEmpty()) {
            write(arrived);
            metrics.projected(
                    reader.topic().name(), arrived.stream().map(Arrived::event).toList());
        }
    }

    private void write(List<Arrived> arrived) {
        try {
            apply(arrived.stream().map(Arrived::event).toList());
        } catch (RuntimeException e) {
            if (!Failure.isOfEvents(e)) {
                throw e;
            }
            arrived.forEach(this::writeAlone);
        }
    }

    private void writeAlone(Arrived one) {
        try {
            apply(List.of(one.event()));
        } catch (RuntimeException e) {
            if (!Failure.isOfEvents(e)) {
                throw e;
            }
            // The message may quote the event.
            deadLetters.park(one.record(), "refused: " + e.getClass().getSimpleName());
        }
    }

    private void apply(List<EventRecord> events) {
        transaction.transactional(projection.apply(events)).block(PATIENCE);
    }

    private record Arrived(ConsumerRecord<byte[], byte[]> record, EventRecord event) {}
}
