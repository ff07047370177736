package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class ShardProducerTest {

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
                Clock.systemUTC());
        producer.fenceFormer();
        Thread sweep = Thread.startVirtualThread(
                () -> producer.send(new ProducerRecord<>("webhook-deliveries", new byte[0]), (_, _) -> {}));
        sending.await();

        assertThat(CompletableFuture.supplyAsync(producer::isToBeCommitted, Thread::startVirtualThread)
                        .get(10, TimeUnit.SECONDS))
                .isFalse();

        sent.countDown();
        assertThat(sweep.join(Duration.ofSeconds(10))).isTrue();
    }
}
