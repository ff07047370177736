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
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;

/** Moves unusable records to the service's dead-letter topic, so that the records after them can be processed. */
public final class DeadLetters implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final Topic<byte[], byte[]> topic;
    private final Producer<byte[], byte[]> producer;
    private final MeterRegistry meters;

    /**
     * @param topic the service's dead-letter topic; it exists already
     * @param used the topics whose records may be parked
     */
    public DeadLetters(
            Topic<byte[], byte[]> topic, TopicUse used, KafkaClients clients, Instance instance, MeterRegistry meters) {
        this.topic = topic;
        this.meters = meters;
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, topic.name() + "-" + instance.name());
        this.producer = KafkaClients.openProducer(settings);
        // Prometheus sees no increase in a counter whose first value is 1, so every counter is registered with 0.
        used.all().forEach(one -> parked(meters, one.name()));
    }

    /** Counts a topic's parked records. */
    public static Counter parked(MeterRegistry meters, String topic) {
        return Counter.builder("plugstream.dead.letters")
                .description("Unusable records that were parked")
                .tag("topic", topic)
                .register(meters);
    }

    /**
     * Sends the record to the dead-letter topic; {@link #await} waits for Kafka's acknowledgement.
     *
     * @param reason the fault; must not quote the record's content, which may be secret
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
     * Parks the record and returns once Kafka has acknowledged it.
     *
     * @throws KafkaException if Kafka does not acknowledge it; the caller must retry the record
     */
    public void parkAndAwait(ConsumerRecord<byte[], byte[]> record, String reason) {
        await(List.of(park(record, reason)));
    }

    /**
     * Returns once Kafka has acknowledged all parked records.
     *
     * @throws KafkaException if Kafka does not acknowledge all of them; the caller must retry the records
     */
    public static void await(Collection<? extends CompletableFuture<?>> parked) {
        try {
            CompletableFuture.allOf(parked.toArray(CompletableFuture[]::new))
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("a record could not be parked", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void destroy() {
        producer.close(CLOSE_TIMEOUT);
    }
}
