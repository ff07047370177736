package io.plugstream.webhook.log;

import io.plugstream.model.topic.Topic;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records of the catalogue's topics as bytes, for a producer that writes to several. */
public final class Records {

    private Records() {}

    public static <K, V> ProducerRecord<byte[], byte[]> of(Topic<K, V> topic, K key, V value) {
        return new ProducerRecord<>(
                topic.name(),
                topic.keys().serializer().serialize(topic.name(), key),
                topic.values().serializer().serialize(topic.name(), value));
    }
}
