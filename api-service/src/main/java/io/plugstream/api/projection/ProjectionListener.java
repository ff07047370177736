package io.plugstream.api.projection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.transaction.reactive.TransactionalOperator;

/**
 * Writes each batch of a topic in one database transaction; the offsets are committed after it. A batch in which the
 * database refuses something is written record by record, so that only the culprit is parked. Any other failure is thrown,
 * and the container tries the batch again until it succeeds.
 */
final class ProjectionListener<T> implements BatchMessageListener<byte[], byte[]> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RecordReader<T> reader;
    private final BatchProjection<T> projection;
    private final TransactionalOperator transaction;
    private final DeadLetters deadLetters;
    private final ProjectionMetrics metrics;

    ProjectionListener(
            RecordReader<T> reader,
            BatchProjection<T> projection,
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
        List<Arrived<T>> arrived = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Optional<T> value = reader.read(record);
            if (value.isPresent()) {
                arrived.add(new Arrived<>(record, value.get()));
            } else {
                deadLetters.park(record, "not a record of this topic");
            }
        }
        if (!arrived.isEmpty()) {
            write(arrived);
            metrics.projected(
                    reader.topic().name(),
                    arrived.stream().map(one -> reader.madeAt(one.value())).toList());
        }
    }

    private void write(List<Arrived<T>> arrived) {
        try {
            apply(arrived.stream().map(Arrived::value).toList());
        } catch (RuntimeException e) {
            if (!Failure.isOfEvents(e)) {
                throw e;
            }
            arrived.forEach(this::writeAlone);
        }
    }

    private void writeAlone(Arrived<T> one) {
        try {
            apply(List.of(one.value()));
        } catch (RuntimeException e) {
            if (!Failure.isOfEvents(e)) {
                throw e;
            }
            // The message may quote the record.
            deadLetters.park(one.record(), "refused: " + e.getClass().getSimpleName());
        }
    }

    private void apply(List<T> values) {
        transaction.transactional(projection.apply(values)).block(PATIENCE);
    }

    private record Arrived<T>(ConsumerRecord<byte[], byte[]> record, T value) {}
}
