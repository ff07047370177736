package io.plugstream.api.projection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.BatchMessageListener;

/**
 * Rests after a small batch, so that the next one has more records: a fetch and a transaction for each event would cost
 * too much. A record that comes after a quiet time is not delayed (ADR 86).
 */
record RestingListener(BatchMessageListener<byte[], byte[]> listener, Runnable rest)
        implements BatchMessageListener<byte[], byte[]> {

    /** After so many records there are enough for the next batch already. */
    static final int MANY = 200;

    /** Records wait for up to two of these. */
    private static final Duration REST = Duration.ofMillis(70);

    RestingListener(BatchMessageListener<byte[], byte[]> listener) {
        this(listener, () -> LockSupport.parkNanos(REST.toNanos()));
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
        listener.onMessage(records);
        if (records.size() < MANY) {
            rest.run();
        }
    }
}
