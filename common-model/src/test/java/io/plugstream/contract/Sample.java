package io.plugstream.contract;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topic;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A sample record, serialised as its service does. */
record Sample<K, V>(
        Topic<K, V> topic, @Nullable K key, @Nullable V value) {

    static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");
    static final UUID ID = UUID.fromString("0192f0c1-7a3e-7b62-9c55-3f1f5b8f2a10");
    static final ChargerId CHARGER = new ChargerId("acme", "CP 1");
    static final DescribedTopics TOPICS = new DescribedTopics();

    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations; null is the tombstone.
    List<String> faults() {
        return TOPICS.faults(
                topic.name(),
                topic.keys().serializer().serialize(topic.name(), key),
                topic.values().serializer().serialize(topic.name(), value));
    }
}
