package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.nio.charset.StandardCharsets;

/** Keys of topics as the outbox keeps them: the text that the topic's records carry. */
final class TopicKeys {

    private TopicKeys() {}

    static <K> String text(Topic<K, ?> topic, K key) {
        return new String(topic.keys().serializer().serialize(topic.name(), key), StandardCharsets.UTF_8);
    }

    static <K> K parse(Topic<K, ?> topic, String text) {
        return topic.keys().deserializer().deserialize(topic.name(), text.getBytes(StandardCharsets.UTF_8));
    }
}
