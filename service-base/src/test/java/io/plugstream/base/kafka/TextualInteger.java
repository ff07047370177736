package io.plugstream.base.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** Integers as text; rejects other text, as the catalogue's own serdes do. */
final class TextualInteger implements Serde<Integer> {

    @Override
    public Serializer<Integer> serializer() {
        return (_, value) -> value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    @SuppressWarnings("NullAway") // null is the tombstone
    public Deserializer<Integer> deserializer() {
        return (_, bytes) -> bytes == null ? null : parse(bytes);
    }

    private static Integer parse(byte[] bytes) {
        try {
            return Integer.valueOf(new String(bytes, StandardCharsets.UTF_8));
        } catch (NumberFormatException e) {
            throw new SerializationException("no number", e);
        }
    }
}
