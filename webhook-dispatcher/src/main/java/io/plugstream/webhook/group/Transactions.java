package io.plugstream.webhook.group;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Transactions one after another, each by the next of a few producers: a commit is known before its markers are written, and
 * until they are, its own producer would have to wait with the next one (ADR 0029). For one thread.
 */
final class Transactions {

    private static final int TIMEOUT_MS = 10_000;
    private static final int LONGEST_COMMIT_MS = 15_000;
    private static final int RETRY_MS = 5;
    /** Never waited for: {@link #commit} flushes. Until then, records gather for one request. */
    private static final int LINGER_MS = 1_000;

    private final List<Producer<byte[], byte[]>> producers = new ArrayList<>();
    private int turn;

    /**
     * @param name of the first producer; the names of the others follow from it
     * @param producers how many take turns; one that commits seldom needs no second
     */
    Transactions(KafkaClients clients, String name, int producers) {
        try {
            for (int number = 1; number <= producers; number++) {
                // A name of an instance has no slash, so no other instance's producer is called the same.
                String id = number == 1 ? name : name + '/' + number;
                this.producers.add(new KafkaProducer<>(
                        settings(clients, id), new ByteArraySerializer(), new ByteArraySerializer()));
            }
        } catch (RuntimeException e) {
            close(Duration.ZERO);
            throw e;
        }
    }

    private static Map<String, Object> settings(KafkaClients clients, String id) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, id);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TIMEOUT_MS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_COMMIT_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS - LINGER_MS);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MS);
        return settings;
    }

    /** Ends what former producers of these names left open, and makes them powerless. */
    void fenceFormer() {
        producers.forEach(Producer::initTransactions);
    }

    /** Returns when the transaction is committed; when it throws, that is not known. */
    void commit(
            List<ProducerRecord<byte[], byte[]>> records,
            Map<TopicPartition, OffsetAndMetadata> next,
            ConsumerGroupMetadata group) {
        Producer<byte[], byte[]> producer = producers.get(turn);
        turn = (turn + 1) % producers.size();
        producer.beginTransaction();
        for (ProducerRecord<byte[], byte[]> record : records) {
            // A failure shows at the commit.
            var _ = producer.send(record);
        }
        // One request with all of them adds all partitions to the transaction at once.
        producer.flush();
        producer.sendOffsetsToTransaction(next, group);
        producer.commitTransaction();
    }

    void close(Duration timeout) {
        producers.forEach(producer -> producer.close(timeout));
    }
}
