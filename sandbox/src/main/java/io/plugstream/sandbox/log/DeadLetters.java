package io.plugstream.sandbox.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Parks orders that cannot be read, so that what follows them can go on. */
@Component
public final class DeadLetters implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

    private final Producer<byte[], byte[]> producer;
    private final Counter parked;

    /** @param created so that the topic exists */
    DeadLetters(KafkaClients clients, TopicCreator created, Instance instance, MeterRegistry meters) {
        var settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "sandbox-dead-letters-" + instance.name());
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.parked = Counter.builder("plugstream.sandbox.dead.letters")
                .description("Records that could not be read and were parked")
                .register(meters);
    }

    /**
     * Returns when Kafka has the record.
     *
     * @param reason what is wrong with it; nothing of its content
     * @throws KafkaException if Kafka does not take it
     */
    public void park(ConsumerRecord<byte[], byte[]> record, String reason) {
        var source = record.topic() + '-' + record.partition() + '@' + record.offset();
        log.error("Record {} cannot be read ({}); it is parked", source, reason);
        var letter = new ProducerRecord<>(Topics.deadLetters("sandbox").name(), record.key(), record.value());
        letter.headers().add("source", source.getBytes(StandardCharsets.UTF_8));
        letter.headers().add("reason", reason.getBytes(StandardCharsets.UTF_8));
        try {
            producer.send(letter).get();
        } catch (ExecutionException e) {
            throw new KafkaException("a record could not be parked: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        parked.increment();
    }

    @Override
    public void destroy() {
        producer.close(Duration.ofSeconds(1));
    }
}
