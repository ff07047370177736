package io.plugstream.base.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What is parked of a record that cannot be used: the record as it came, with a header {@code source} that says where it lies
 * ({@code topic-partition@offset}) and a header {@code reason}. Of one that would be too large for Kafka with those, only the
 * beginning is parked, with the header {@code cut}; otherwise it would come back for ever.
 */
public final class DeadLetter {

    /** Up to this many bytes of key, value and headers are parked whole. */
    static final int LARGEST = 900_000;

    /** So much of key and value each is parked of a larger one. */
    public static final int BEGINNING = 64 * 1024;

    private final byte @Nullable [] key;
    private final byte @Nullable [] value;
    private final Headers headers;

    private DeadLetter(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        this.key = key;
        this.value = value;
        this.headers = headers;
    }

    /**
     * A letter about a record of a consumer.
     *
     * @param reason nothing of the record's content, which may be secret
     */
    public static DeadLetter of(ConsumerRecord<byte[], byte[]> record, String reason) {
        String source = source(record.topic(), record.partition(), record.offset());
        return of(source, record.key(), record.value(), record.headers(), reason);
    }

    /**
     * A letter about a record of a stream.
     *
     * @param source where the record lies, as {@link #source} tells it
     */
    public static DeadLetter of(
            String source, byte @Nullable [] key, byte @Nullable [] value, Headers original, String reason) {
        long size = length(key) + length(value);
        for (Header header : original) {
            size += header.key().length() + length(header.value());
        }
        boolean whole = size <= LARGEST;
        Headers headers = whole ? new RecordHeaders(original) : new RecordHeaders();
        headers.add("source", bytes(source)).add("reason", bytes(reason));
        return whole
                ? new DeadLetter(key, value, headers)
                : new DeadLetter(
                        beginning(key), beginning(value), headers.add("cut", bytes("it was " + size + " bytes")));
    }

    /** Where a record lies. */
    public static String source(String topic, int partition, long offset) {
        return topic + '-' + partition + '@' + offset;
    }

    /** Null if the record had none. */
    public byte @Nullable [] key() {
        return key;
    }

    /** Null if the record had none. */
    public byte @Nullable [] value() {
        return value;
    }

    /** The record's headers, unless it was cut, and the letter's own. */
    public Headers headers() {
        return headers;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private static byte @Nullable [] beginning(byte @Nullable [] bytes) {
        return bytes == null ? null : Arrays.copyOf(bytes, Math.min(bytes.length, BEGINNING));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
