package io.plugstream.gateway.publish;

import io.plugstream.model.topic.Topic;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Blocks in {@code send} until the test releases it, like a producer that waits for the brokers. */
public final class SilentProducer<K, V> extends MockProducer<K, V> {

    private final CountDownLatch answered = new CountDownLatch(1);

    public SilentProducer(Topic<K, V> topic) {
        super(true, null, topic.keys().serializer(), topic.values().serializer());
    }

    public void answer() {
        answered.countDown();
    }

    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<K, V> record, Callback callback) {
        try {
            answered.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return super.send(record, callback);
    }
}
