package io.plugstream.base.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A copy of an unusable record for the dead-letter topic: the unchanged record with the headers {@code source}
 * ({@code topic-partition@offset}) and {@code reason}. If the copy would be too large for Kafka, only the record's
 * beginning is kept and the header {@code cut} is added; otherwise sending it would fail for ever.
 */
public final class DeadLetter {

    /** Records with at most this many bytes of key, value and headers are kept whole. */
    static final int LARGEST = 900_000;

    /** The number of bytes kept of a larger record's key, and of its value. */
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
     * A dead letter for a consumer's record.
     *
     * @param reason must not quote the record's content, which may be secret
     */
    public static DeadLetter of(ConsumerRecord<byte[], byte[]> record, String reason) {
        String source = source(record.topic(), record.partition(), record.offset());
        return of(source, record.key(), record.value(), record.headers(), reason);
    }

    /**
     * A dead letter for a stream's record.
     *
     * @param source where the record is, as {@link #source} spells it
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

    /** Where a record is: {@code topic-partition@offset}. */
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

    /** The record's headers (unless the record was cut) and the dead letter's own. */
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
