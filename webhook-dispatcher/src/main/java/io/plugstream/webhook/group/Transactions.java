package io.plugstream.webhook.group;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
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

/** Transactions one after another, of records and a group's offsets. For one thread. */
final class Transactions {

    private static final int TIMEOUT_MS = 10_000;
    private static final int LONGEST_COMMIT_MS = 15_000;
    private static final int RETRY_MS = 5;
    /** Never waited for: {@link #commit} flushes. Until then, records gather for one request. */
    private static final int LINGER_MS = 1_000;

    private final Producer<byte[], byte[]> producer;

    /** @param name whoever comes later with the same name makes this one powerless */
    Transactions(KafkaClients clients, String name) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, name);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TIMEOUT_MS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_COMMIT_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS - LINGER_MS);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MS);
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Ends what a former producer of this name left open, and makes it powerless. */
    void fenceFormer() {
        producer.initTransactions();
    }

    /** Returns when the transaction is committed; when it throws, that is not known. */
    void commit(
            List<ProducerRecord<byte[], byte[]>> records,
            Map<TopicPartition, OffsetAndMetadata> next,
            ConsumerGroupMetadata group) {
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
        producer.close(timeout);
    }
}
