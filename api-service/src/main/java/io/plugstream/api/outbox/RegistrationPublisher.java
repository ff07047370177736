package io.plugstream.api.outbox;

import io.plugstream.base.Causes;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Writes the compacted topics, each batch of a partition in one Kafka transaction. All replicas use the same
 * transactional id for a partition: a new publisher fences the previous one before its first records there, so a relay
 * that lost its lock without noticing cannot overwrite newer records. With an id for all partitions, one without a
 * leader would hold up all others (ADR 9). For one thread.
 */
final class RegistrationPublisher implements AutoCloseable {

    private static final String TRANSACTIONAL_ID = "plugstream-api-outbox-";
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final KafkaClients clients;
    private final HeldPartitions held;
    private final Map<TopicPartition, Opened> opened = new HashMap<>();

    RegistrationPublisher(KafkaClients clients) {
        this.clients = clients;
        this.held = new HeldPartitions(clients);
    }

    /** See {@link HeldPartitions}. */
    HeldPartitions held() {
        return held;
    }

    /**
     * Fences other publishers of the partition, unless this one has done so; call it before reading what to publish
     * (ADR 9). Opens the producer anew if it published nothing for {@code idle}: Kafka forgets an unused transactional
     * id, and a publication with it would fail.
     *
     * @throws RefusedRecordsException if the partition takes no records at present
     */
    void prepare(TopicPartition partition, Duration idle) {
        Opened present = opened.get(partition);
        if (present != null && System.nanoTime() - present.usedAt() >= idle.toNanos()) {
            close(partition, CLOSING);
            present = null;
        }
        if (present == null) {
            try {
                use(partition, initialised(partition));
            } catch (TimeoutException e) {
                throw held(partition, e);
            }
        }
    }

    private Producer<byte[], byte[]> initialised(TopicPartition partition) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, TRANSACTIONAL_ID + partition);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 20_000);
        Producer<byte[], byte[]> producer = KafkaClients.openProducer(settings);
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        return producer;
    }

    /**
     * Returns when all {@code records} are durable. They must belong to the partition, which must be prepared.
     *
     * @throws RefusedRecordsException if Kafka refuses them or does not take them in time, but may take others
     */
    @SuppressWarnings("FutureReturnValueIgnored") // The commit fails if any send failed.
    void publish(TopicPartition partition, List<ProducerRecord<byte[], byte[]>> records) {
        Producer<byte[], byte[]> producer =
                Objects.requireNonNull(opened.get(partition)).producer();
        producer.beginTransaction();
        try {
            records.forEach(producer::send);
            producer.commitTransaction();
            use(partition, producer);
            held.release(partition);
        } catch (TimeoutException e) {
            // Whether the commit took effect is unknown, so the next producer must end the transaction.
            close(partition, Duration.ZERO);
            throw held(partition, e);
        } catch (KafkaException e) {
            Throwable refusal = Causes.of(e)
                    .filter(cause ->
                            cause instanceof RecordTooLargeException || cause instanceof TopicAuthorizationException)
                    .findFirst()
                    .orElseThrow(() -> e);
            producer.abortTransaction();
            throw new RefusedRecordsException(refusal);
        }
    }

    private RefusedRecordsException held(TopicPartition partition, TimeoutException failure) {
        held.hold(partition);
        // The connections of the others may be dead, too. None has an open transaction.
        Set.copyOf(opened.keySet()).forEach(other -> close(other, Duration.ZERO));
        return new RefusedRecordsException(failure);
    }

    private void use(TopicPartition partition, Producer<byte[], byte[]> producer) {
        opened.put(partition, new Opened(producer, System.nanoTime()));
    }

    private void close(TopicPartition partition, Duration timeout) {
        Opened former = opened.remove(partition);
        if (former != null) {
            former.producer().close(timeout);
        }
    }

    @Override
    public void close() {
        Set.copyOf(opened.keySet()).forEach(partition -> close(partition, CLOSING));
    }

    private record Opened(Producer<byte[], byte[]> producer, long usedAt) {}
}
