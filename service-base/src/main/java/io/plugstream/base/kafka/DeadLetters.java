package io.plugstream.base.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

/** Parks records that a service cannot use, so that what follows them can go on. */
public final class DeadLetters implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private final Topic<byte[], byte[]> topic;
    private final Producer<byte[], byte[]> producer;
    private final MeterRegistry meters;

    /**
     * @param topic that of the service's dead letters
     * @param used whose records may be parked; the topic exists already
     */
    public DeadLetters(
            Topic<byte[], byte[]> topic, TopicUse used, KafkaClients clients, Instance instance, MeterRegistry meters) {
        this.topic = topic;
        this.meters = meters;
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, topic.name() + "-" + instance.name());
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        // A count that begins at one has not increased for Prometheus.
        used.all().forEach(one -> parked(meters, one.name()));
    }

    /** How many records of a topic were parked. */
    public static Counter parked(MeterRegistry meters, String topic) {
        return Counter.builder("plugstream.dead.letters")
                .description("Records that could not be used and were parked")
                .tag("topic", topic)
                .register(meters);
    }

    /**
     * Sends the record on its way; {@link #await} tells whether it got there.
     *
     * @param reason what is wrong with it; nothing of its content, which may be secret
     */
    public CompletableFuture<?> park(ConsumerRecord<byte[], byte[]> record, String reason) {
        log.error(
                "Record {} of {}-{} is parked in {}: {}",
                record.offset(),
                record.topic(),
                record.partition(),
                topic.name(),
                reason);
        DeadLetter letter = DeadLetter.of(record, reason);
        CompletableFuture<Void> sent = new CompletableFuture<>();
        var _ = producer.send(
                new ProducerRecord<>(topic.name(), null, letter.key(), letter.value(), letter.headers()),
                (_, failure) -> {
                    if (failure == null) {
                        parked(meters, record.topic()).increment();
                        sent.complete(null);
                    } else {
                        sent.completeExceptionally(failure);
                    }
                });
        return sent;
    }

    /**
     * The same, and returns when Kafka has the record.
     *
     * @throws KafkaException if it does not get there; the record is to be tried again
     */
    public void parkAndAwait(ConsumerRecord<byte[], byte[]> record, String reason) {
        await(List.of(park(record, reason)));
    }

    /**
     * Returns when Kafka has all that was parked.
     *
     * @throws KafkaException if some of it does not get there; the records are to be tried again
     */
    public static void await(Collection<? extends CompletableFuture<?>> parked) {
        try {
            CompletableFuture.allOf(parked.toArray(CompletableFuture[]::new))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("a record could not be parked", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void destroy() {
        producer.close(CLOSING);
    }
}
