package io.plugstream.api.projection;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Parks records that cannot be projected, as they came, with headers that say where they came from. */
@Component
public final class DeadLetters implements DisposableBean {

    /** Of the topic that holds them. */
    static final String TOPIC = Topics.deadLetters("api-service").name();

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Producer<byte[], byte[]> producer;
    private final MeterRegistry meters;

    DeadLetters(KafkaClients clients, TopicCreator topicsAreThere, MeterRegistry meters) {
        this.producer = new KafkaProducer<>(clients.producer(), new ByteArraySerializer(), new ByteArraySerializer());
        this.meters = meters;
    }

    /** Sends the record on its way to where it is parked; {@link #await} tells whether it got there. */
    public CompletableFuture<?> park(ConsumerRecord<byte[], byte[]> record, String reason) {
        log.error(
                "Record {} of {}-{} is parked in {}: {}",
                record.offset(),
                record.topic(),
                record.partition(),
                TOPIC,
                reason);
        ProducerRecord<byte[], byte[]> parked = new ProducerRecord<>(TOPIC, record.key(), record.value());
        header(parked, "plugstream-topic", record.topic());
        header(parked, "plugstream-partition", Integer.toString(record.partition()));
        header(parked, "plugstream-offset", Long.toString(record.offset()));
        header(parked, "plugstream-reason", reason);
        CompletableFuture<Void> sent = new CompletableFuture<>();
        var _ = producer.send(parked, (_, failure) -> {
            if (failure == null) {
                meters.counter("plugstream.api.projection.parked", "topic", record.topic())
                        .increment();
                sent.complete(null);
            } else {
                sent.completeExceptionally(failure);
            }
        });
        return sent;
    }

    /**
     * Returns when all that was parked is safe.
     *
     * @throws KafkaException if some of it is not; the records are to be tried again
     */
    public static void await(Collection<? extends CompletableFuture<?>> parked) {
        try {
            CompletableFuture.allOf(parked.toArray(CompletableFuture[]::new))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("a record could not be parked", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while a record was parked", e);
        }
    }

    @Override
    public void destroy() {
        producer.close(Duration.ofSeconds(5));
    }

    private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
