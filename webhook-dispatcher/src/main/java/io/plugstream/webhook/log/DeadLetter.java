package io.plugstream.webhook.log;

import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A record that cannot be read, as it came, with headers that say where from and why. */
final class DeadLetter {

    /** Together with the headers it must stay below what a broker takes by default. */
    private static final int LONGEST = 900_000;

    private static final String TOPIC = Topics.deadLetters("webhook-dispatcher").name();

    private DeadLetter() {}

    static ProducerRecord<byte[], byte[]> of(ConsumerRecord<byte[], byte[]> record, String reason) {
        byte[] value = record.value();
        boolean cut = value != null && value.length > LONGEST;
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(TOPIC, record.key(), cut ? Arrays.copyOf(value, LONGEST) : value);
        header(letter, "source", record.topic() + '-' + record.partition() + '@' + record.offset());
        header(letter, "reason", reason);
        header(letter, "cut", Boolean.toString(cut));
        return letter;
    }

    private static void header(ProducerRecord<byte[], byte[]> letter, String name, String value) {
        letter.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
