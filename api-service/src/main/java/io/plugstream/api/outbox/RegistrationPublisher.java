package io.plugstream.api.outbox;

import io.plugstream.base.Causes;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Writes the compacted topics, each batch in one Kafka transaction. All replicas use the same transactional id: a new
 * publisher fences the previous one, so a relay that lost its lock without noticing cannot overwrite newer records.
 */
final class RegistrationPublisher implements AutoCloseable {

    private static final String TRANSACTIONAL_ID = "plugstream-api-outbox";
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final KafkaClients clients;
    private Producer<byte[], byte[]> producer;
    private long usedAt = System.nanoTime();

    private RegistrationPublisher(KafkaClients clients) {
        this.clients = clients;
        this.producer = initialised(clients);
    }

    static RegistrationPublisher open(KafkaClients clients) {
        return new RegistrationPublisher(clients);
    }

    private static Producer<byte[], byte[]> initialised(KafkaClients clients) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, TRANSACTIONAL_ID);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 20_000);
        Producer<byte[], byte[]> producer = KafkaClients.openProducer(settings);
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            producer.close(CLOSING);
            throw e;
        }
        return producer;
    }

    /**
     * Opens the producer anew if nothing was published for {@code idle}: Kafka forgets an unused transactional id, and a
     * publication with it would fail. Since this fences other publishers, call it before reading what to publish (ADR 9).
     */
    void renewAfter(Duration idle) {
        if (System.nanoTime() - usedAt >= idle.toNanos()) {
            producer.close(CLOSING);
            producer = initialised(clients);
            usedAt = System.nanoTime();
        }
    }

    /**
     * Returns when all {@code records} are durable.
     *
     * @throws RefusedRecordsException if Kafka refuses them but may take others; none of them has been published
     */
    @SuppressWarnings("FutureReturnValueIgnored") // The commit fails if any send failed.
    void publish(List<ProducerRecord<byte[], byte[]>> records) {
        producer.beginTransaction();
        try {
            records.forEach(producer::send);
            producer.commitTransaction();
            usedAt = System.nanoTime();
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

    @Override
    public void close() {
        producer.close(CLOSING);
    }
}
