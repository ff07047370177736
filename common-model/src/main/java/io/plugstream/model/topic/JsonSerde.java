package io.plugstream.model.topic;

import io.plugstream.model.json.Json;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** Values of one type as JSON; null is a tombstone. */
final class JsonSerde<V> implements Serde<V> {

    private final Class<V> type;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    JsonSerde(Class<V> type) {
        this.type = type;
        this.writer = Json.mapper().writerFor(type);
        this.reader = Json.mapper().readerFor(type);
    }

    @Override
    public Serializer<V> serializer() {
        return (_, value) -> write(value);
    }

    @Override
    public Deserializer<V> deserializer() {
        return (_, bytes) -> read(bytes);
    }

    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations; null is the tombstone.
    private byte[] write(@Nullable V value) {
        return value == null ? null : writer.writeValueAsBytes(value);
    }

    @SuppressWarnings("NullAway")
    private V read(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return reader.readValue(bytes);
        } catch (JacksonException e) {
            // The original message quotes the record, which may hold secrets.
            throw new SerializationException(
                    "not a " + type.getSimpleName() + ": " + e.getClass().getSimpleName());
        }
    }
}
