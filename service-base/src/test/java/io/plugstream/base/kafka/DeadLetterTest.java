package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class DeadLetterTest {

    private static final byte[] KEY = {1, 2};

    @Test
    void aRecordIsParkedUnchangedWithItsPosition() {
        byte[] value = {3};
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("events", 4, 17, KEY, value);
        record.headers().add("traceparent", bytes("00-1"));

        DeadLetter letter = DeadLetter.of(record, "not an event");

        assertThat(letter.key()).isEqualTo(KEY);
        assertThat(letter.value()).isEqualTo(value);
        assertThat(header(letter, "source")).isEqualTo("events-4@17");
        assertThat(header(letter, "reason")).isEqualTo("not an event");
        assertThat(header(letter, "traceparent")).isEqualTo("00-1");
        assertThat(letter.headers().lastHeader("cut")).isNull();
    }

    @Test
    @SuppressWarnings("NullAway") // Kafka's records may lack a key or a value.
    void missingKeyAndValueStayMissing() {
        DeadLetter letter = DeadLetter.of(new ConsumerRecord<>("events", 0, 0, null, null), "no key");

        assertThat(letter.key()).isNull();
        assertThat(letter.value()).isNull();
    }

    @Test
    void beginningOfALargeRecordIsParked() {
        byte[] value = new byte[DeadLetter.LARGEST];
        value[0] = 9;
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("events", 4, 17, KEY, value);
        record.headers().add("large", new byte[100]);

        DeadLetter letter = DeadLetter.of(record, "not an event");

        assertThat(letter.key()).isEqualTo(KEY);
        assertThat(letter.value()).hasSize(DeadLetter.BEGINNING).startsWith(9);
        assertThat(letter.headers().lastHeader("large")).isNull();
        assertThat(header(letter, "source")).isEqualTo("events-4@17");
        assertThat(header(letter, "cut")).isEqualTo("it was 900107 bytes");
    }

    private static String header(DeadLetter letter, String name) {
        return new String(
                Objects.requireNonNull(letter.headers().lastHeader(name)).value(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
