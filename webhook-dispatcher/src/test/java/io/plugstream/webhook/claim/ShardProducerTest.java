package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class ShardProducerTest {

    /** A broker ends a transaction after 5 minutes, and fences its producer. */
    @Test
    void aTransactionIsToBeCommittedAfterAMinute() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
        ShardProducer producer = producer(nanos);
        producer.fenceFormer();
        assertThat(producer.isToBeCommitted()).isFalse();

        for (int second = 0; second <= 60; second++) {
            send(producer);
            assertThat(producer.isToBeCommitted()).isFalse();
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(producer.isToBeCommitted()).isTrue();

        producer.commit();
        assertThat(producer.isToBeCommitted()).isFalse();
    }

    @Test
    void anIdleTransactionIsToBeCommittedAfterFiveSeconds() {
        AtomicLong nanos = new AtomicLong();
        ShardProducer producer = producer(nanos);
        producer.fenceFormer();
        send(producer);

        nanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
        assertThat(producer.isToBeCommitted()).isFalse();

        nanos.addAndGet(1);
        assertThat(producer.isToBeCommitted()).isTrue();
    }

    /** The claim thread asks, for all shards; the sweep's send may wait for a broker. */
    @Test
    void itsTransactionIsJudgedWhileASendWaits() throws Exception {
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        ShardProducer producer = new ShardProducer(
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public synchronized Future<RecordMetadata> send(
                            ProducerRecord<byte[], byte[]> record, Callback callback) {
                        sending.countDown();
                        try {
                            sent.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return super.send(record, callback);
                    }
                },
                System::nanoTime);
        producer.fenceFormer();
        Thread sweep = Thread.startVirtualThread(() -> send(producer));
        sending.await();

        assertThat(CompletableFuture.supplyAsync(producer::isToBeCommitted, Thread::startVirtualThread)
                        .get(10, TimeUnit.SECONDS))
                .isFalse();

        sent.countDown();
        assertThat(sweep.join(Duration.ofSeconds(10))).isTrue();
    }

    private static ShardProducer producer(AtomicLong nanos) {
        return new ShardProducer(
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()), nanos::get);
    }

    private static void send(ShardProducer producer) {
        producer.send(new ProducerRecord<>("webhook-deliveries", new byte[0]), (_, _) -> {});
    }
}
