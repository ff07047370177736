package io.plugstream.model.topic;

import io.plugstream.model.json.Json;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** Values of one type as JSON, with all fields that are not nullable; null is a tombstone. */
final class JsonSerde<V> implements Serde<V> {

    private static final ClassValue<List<RecordComponent>> REQUIRED = new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> type) {
            return type.isRecord()
                    ? Arrays.stream(type.getRecordComponents())
                            .filter(component -> !component.getType().isPrimitive()
                                    && !component.getAnnotatedType().isAnnotationPresent(Nullable.class))
                            .toList()
                    : List.of();
        }
    };

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
            return complete(reader.readValue(bytes));
        } catch (JacksonException e) {
            // The original message quotes the record, which may hold secrets.
            throw new SerializationException(
                    "not a " + type.getSimpleName() + ": " + e.getClass().getSimpleName());
        }
    }

    /** Jackson passes null for an absent field, which would fail later and elsewhere. */
    private V complete(@Nullable V value) {
        if (value == null) {
            throw new SerializationException("not a " + type.getSimpleName() + ": null");
        }
        for (RecordComponent component : REQUIRED.get(value.getClass())) {
            if (component(value, component) == null) {
                throw new SerializationException("not a " + type.getSimpleName() + ": no " + component.getName());
            }
        }
        return value;
    }

    private static @Nullable Object component(Object value, RecordComponent component) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
