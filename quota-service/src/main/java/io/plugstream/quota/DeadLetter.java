package io.plugstream.quota;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.support.KafkaHeaders;

/**
 * A record that is parked as it came, with headers in spring-kafka's words that say from where and why. Of one so large
 * that the broker would refuse it with those headers, only the beginning is parked: otherwise it would come back for ever.
 */
record DeadLetter(RecordMetadata origin, Record<byte[], byte[]> record, String reason) {

    static final int LARGEST = 512 * 1024;
    static final int BEGINNING = 64 * 1024;

    private static final Logger log = LoggerFactory.getLogger(DeadLetter.class);

    Record<byte[], byte[]> parked() {
        if (size() <= LARGEST) {
            return record.withHeaders(headers(record.headers(), reason));
        }
        return new Record<>(
                beginning(record.key()),
                beginning(record.value()),
                record.timestamp(),
                headers(new RecordHeaders(), reason + "; cut off, it was " + size() + " bytes"));
    }

    void log() {
        log.error("Record {} of {}-{} is parked: {}", origin.offset(), origin.topic(), origin.partition(), reason);
    }

    private Headers headers(Headers original, String why) {
        return new RecordHeaders(original)
                .add(KafkaHeaders.DLT_ORIGINAL_TOPIC, bytes(origin.topic()))
                .add(
                        KafkaHeaders.DLT_ORIGINAL_PARTITION,
                        ByteBuffer.allocate(Integer.BYTES)
                                .putInt(origin.partition())
                                .array())
                .add(
                        KafkaHeaders.DLT_ORIGINAL_OFFSET,
                        ByteBuffer.allocate(Long.BYTES).putLong(origin.offset()).array())
                .add(KafkaHeaders.DLT_EXCEPTION_MESSAGE, bytes(why));
    }

    private long size() {
        long size = length(record.key()) + length(record.value());
        for (Header header : record.headers()) {
            size += header.key().length() + length(header.value());
        }
        return size;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    @SuppressWarnings("NullAway") // Kafka's records may lack a key or a value.
    private static byte[] beginning(byte @Nullable [] bytes) {
        return bytes == null ? null : Arrays.copyOf(bytes, Math.min(bytes.length, BEGINNING));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
