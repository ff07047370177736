package io.plugstream.webhook.claim;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Appends to the log as the owner of a shard. The next producer of the same shard makes this one powerless, whichever
 * instance it is of. Records are sent within transactions for that alone: once the in-sync replicas have a record it
 * counts, so a transaction stays open for long. Safe for use by many threads.
 */
final class ShardProducer implements AutoCloseable {

    /** Of many transactions nobody waits for the end; brokers allow 15 minutes. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(5);

    private static final Duration LONG_OPEN = Duration.ofMinutes(1);
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final int LONGEST_BLOCK_MS = 10_000;
    /** Two connections in a row may be dead without a word, and an end of a transaction waits for both. */
    private static final int REQUEST_TIMEOUT_MS = 3_000;
    /** As long as the leader of a partition takes to be replaced, and less than a delivery may wait. */
    private static final int LONGEST_APPEND_MS = 25_000;

    private static final int RETRY_MS = 10;

    private final Producer<byte[], byte[]> producer;
    private final Clock clock;
    private boolean inTransaction;
    private Instant begun = Instant.MIN;
    private Instant lastSend = Instant.MIN;

    ShardProducer(KafkaClients clients, int shard, Clock clock) {
        this.clock = clock;
        String name = "webhook-dispatcher-shard-" + shard;
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, name);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.toIntExact(LONGEST_TRANSACTION.toMillis()));
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_BLOCK_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, LONGEST_APPEND_MS);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MS);
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Makes every former owner of the shard powerless. When it returns, what they left open has ended, so nothing of theirs
     * comes to the log any more.
     */
    void fenceFormer() {
        producer.initTransactions();
    }

    synchronized void send(ProducerRecord<byte[], byte[]> record, Callback ended) {
        lastSend = clock.instant();
        if (!inTransaction) {
            producer.beginTransaction();
            inTransaction = true;
            begun = lastSend;
        }
        var _ = producer.send(record, ended);
    }

    /** Whether the transaction has been open for long, or nothing has come for a while. */
    synchronized boolean isToBeCommitted() {
        Instant now = clock.instant();
        return inTransaction && (begun.isBefore(now.minus(LONG_OPEN)) || lastSend.isBefore(now.minus(IDLE)));
    }

    synchronized void commit() {
        if (inTransaction) {
            producer.commitTransaction();
            inTransaction = false;
        }
    }

    /** What is on its way may still land. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
