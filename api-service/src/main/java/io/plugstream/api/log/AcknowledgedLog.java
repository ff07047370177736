package io.plugstream.api.log;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Appends records of any topic for callers that wait for the acknowledgement. Uses one producer. */
@Component
public class AcknowledgedLog implements DisposableBean {

    private static final String NAME = "acknowledged-log";
    private static final int THREADS = 8;
    private static final int QUEUE = 10_000;
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final Producer<byte[], byte[]> producer;
    private final RequestTraces traces;
    private final Duration timeout;
    // Kafka's producer may block while it fetches a topic's metadata.
    private final Scheduler threads = Schedulers.newBoundedElastic(THREADS, QUEUE, NAME, 60, true);

    AcknowledgedLog(KafkaClients clients, Instance instance, LogProperties properties, RequestTraces traces) {
        this.traces = traces;
        this.timeout = properties.acknowledgementTimeout();
        this.producer = KafkaClients.openProducer(settings(clients.producer(), instance));
    }

    /**
     * Completes when every in-sync replica has the record, never on a thread of Kafka's. Fails if that takes longer
     * than {@link LogProperties#acknowledgementTimeout()}; the record may still be written, but only once.
     */
    public <K, V> Mono<Void> append(Topic<K, V> topic, K key, V value) {
        return Mono.<Void>create(sink -> send(topic.record(key, value), sink))
                .subscribeOn(threads)
                .timeout(timeout)
                .publishOn(Schedulers.parallel());
    }

    /** Whether a record whose append failed with {@code failure} may have been written, or may still be. */
    public static boolean mayBeWritten(Throwable failure) {
        return failure instanceof TimeoutException || failure instanceof RetriableException;
    }

    private void send(ProducerRecord<byte[], byte[]> record, MonoSink<Void> sink) {
        traces.write(sink.contextView(), record.headers());
        var _ = producer.send(record, (_, failure) -> {
            if (failure == null) {
                sink.success();
            } else {
                sink.error(failure);
            }
        });
    }

    private Map<String, Object> settings(Map<String, Object> common, Instance instance) {
        int longest = Math.toIntExact(timeout.toMillis());
        common.put(ProducerConfig.CLIENT_ID_CONFIG, NAME + "-" + instance.name());
        common.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, longest / 2);
        common.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, longest * 3 / 4);
        common.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, longest);
        return common;
    }

    @Override
    public void destroy() {
        producer.close(CLOSING);
        threads.dispose();
    }
}
