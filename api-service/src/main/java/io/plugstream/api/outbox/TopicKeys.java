package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.nio.charset.StandardCharsets;

/** Converts keys of topics to and from the outbox's text, which equals the record's serialized key. */
final class TopicKeys {

    private TopicKeys() {}

    static <K> String text(Topic<K, ?> topic, K key) {
        return new String(topic.keys().serializer().serialize(topic.name(), key), StandardCharsets.UTF_8);
    }

    static <K> K parse(Topic<K, ?> topic, String text) {
        return topic.keys().deserializer().deserialize(topic.name(), text.getBytes(StandardCharsets.UTF_8));
    }
}
