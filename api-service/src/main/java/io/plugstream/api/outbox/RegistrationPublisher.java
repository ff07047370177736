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

    private final Producer<byte[], byte[]> producer;

    private RegistrationPublisher(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    static RegistrationPublisher open(KafkaClients clients) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, TRANSACTIONAL_ID);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 20_000);
        RegistrationPublisher publisher = new RegistrationPublisher(KafkaClients.openProducer(settings));
        try {
            publisher.producer.initTransactions();
        } catch (RuntimeException e) {
            publisher.close();
            throw e;
        }
        return publisher;
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
