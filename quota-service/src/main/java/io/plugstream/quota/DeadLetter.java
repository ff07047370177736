package io.plugstream.quota;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.support.KafkaHeaders;

/** Says of a parked record where it came from and why it was parked, in the headers that spring-kafka uses for that. */
record DeadLetter(RecordMetadata origin, Headers original, String reason) {

    private static final Logger log = LoggerFactory.getLogger(DeadLetter.class);

    Headers headers() {
        return new RecordHeaders(original)
                .add(KafkaHeaders.DLT_ORIGINAL_TOPIC, origin.topic().getBytes(StandardCharsets.UTF_8))
                .add(
                        KafkaHeaders.DLT_ORIGINAL_PARTITION,
                        ByteBuffer.allocate(Integer.BYTES)
                                .putInt(origin.partition())
                                .array())
                .add(
                        KafkaHeaders.DLT_ORIGINAL_OFFSET,
                        ByteBuffer.allocate(Long.BYTES).putLong(origin.offset()).array())
                .add(KafkaHeaders.DLT_EXCEPTION_MESSAGE, reason.getBytes(StandardCharsets.UTF_8));
    }

    void log() {
        log.error("Record {} of {}-{} is parked: {}", origin.offset(), origin.topic(), origin.partition(), reason);
    }
}
