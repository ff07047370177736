package io.plugstream.webhook.claim;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Appends to the log as the owner of a shard. The next producer of the same shard, on any instance, fences this one.
 * That is the only purpose of the transactions: a record is valid once the in-sync replicas have it, so a transaction
 * may stay open for long. Thread-safe.
 */
final class ShardProducer implements AutoCloseable {

    /** Nobody waits for a transaction's end; brokers allow 15 minutes. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(5);

    private static final Duration LONG_OPEN = Duration.ofMinutes(1);
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final int LONGEST_BLOCK_MS = 10_000;
    /** Two connections in a row may have broken silently, and a commit waits for both. */
    private static final int REQUEST_TIMEOUT_MS = 3_000;
    /** Long enough for a new partition leader, and less than a delivery may wait. */
    private static final int LONGEST_APPEND_MS = 25_000;

    private static final int RETRY_MS = 10;

    /** Rarely used topics' metadata stay known: a send that waits for them holds up all shards. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final Producer<byte[], byte[]> producer;
    private final LongSupplier nanos;
    private volatile boolean inTransaction;
    private volatile long begun;
    private volatile long lastSend;

    ShardProducer(KafkaClients clients, int shard) {
        this(KafkaClients.openProducer(settings(clients, shard)), System::nanoTime);
    }

    /** @param nanos a clock that never goes back: otherwise the broker would end the transaction, and fence this one */
    ShardProducer(Producer<byte[], byte[]> producer, LongSupplier nanos) {
        this.producer = producer;
        this.nanos = nanos;
    }

    private static Map<String, Object> settings(KafkaClients clients, int shard) {
        String name = "webhook-dispatcher-shard-" + shard;
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, name);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.toIntExact(LONGEST_TRANSACTION.toMillis()));
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_BLOCK_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, LONGEST_APPEND_MS);
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MS);
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, FOR_EVER.toMillis());
        return settings;
    }

    /**
     * Fences every former owner of the shard. On return their open transactions have ended, so they can append nothing
     * more.
     */
    void fenceFormer() {
        producer.initTransactions();
        // Here, on the opener's thread, nobody waits for it.
        Sources.WRITTEN.forEach(producer::partitionsFor);
    }

    synchronized void send(ProducerRecord<byte[], byte[]> record, Callback ended) {
        lastSend = nanos.getAsLong();
        if (!inTransaction) {
            producer.beginTransaction();
            begun = lastSend;
            inTransaction = true;
        }
        var _ = producer.send(record, ended);
    }

    /** Whether the transaction has been open for long, or nothing was sent for a while. Never waits for a send. */
    boolean isToBeCommitted() {
        if (!inTransaction) {
            return false;
        }
        long now = nanos.getAsLong();
        return now - begun > LONG_OPEN.toNanos() || now - lastSend > IDLE.toNanos();
    }

    synchronized void commit() {
        if (inTransaction) {
            producer.commitTransaction();
            inTransaction = false;
        }
    }

    /** Closes at once; records that are being sent may still be appended. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
