package io.plugstream.model.topic;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Serialises keys as text. */
final class KeySerde<K> implements Serde<K> {

    private final Function<String, K> parse;

    KeySerde(Function<String, K> parse) {
        this.parse = parse;
    }

    @Override
    public Serializer<K> serializer() {
        return (_, key) -> write(key);
    }

    @Override
    public Deserializer<K> deserializer() {
        return (_, bytes) -> read(bytes);
    }

    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations.
    private byte[] write(@Nullable K key) {
        return key == null ? null : key.toString().getBytes(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("NullAway")
    private K read(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return parse.apply(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new SerializationException("bad key: " + e.getMessage(), e);
        }
    }
}
