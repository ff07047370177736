package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicUse;
import io.plugstream.base.trace.Traces;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Appends to topics. Callers wait a few seconds for an acknowledgement. The append itself continues until its outcome
 * is known, so a record is never sent again while the first may still arrive (ADR 41). Records of one key keep their
 * order.
 */
@Component
public final class DurableLog implements DisposableBean {

    private static final Duration CLOSE = Duration.ofSeconds(5);
    private static final Duration CLOSE_OTHERS = Duration.ofSeconds(1);

    /**
     * Topics with events that another gateway may publish under the same id, and with what is written before them. One
     * producer has them all, so that a message waits for one broken connection only. Each topic has one producer, so
     * records of a key keep their order.
     */
    private static final Set<String> SHARED = Stream.of(
                    Topics.CHARGER_EVENTS,
                    Topics.TRANSACTION_EVENTS,
                    Topics.CONNECTIONS,
                    Topics.OPEN_TRANSACTIONS,
                    Topics.TRANSACTION_ID_BLOCKS)
            .map(Topic::name)
            .collect(Collectors.toUnmodifiableSet());

    /** Topics whose records no caller waits for. */
    private static final Set<String> NOTES = Set.of(Topics.SEEN_READINGS.name());

    /** Milliseconds that a note waits for others, as one request with many costs less than many requests (ADR 89). */
    private static final int NOTES_LINGER = 10;

    /** Less than the day for which brokers remember the sequence numbers of a silent producer. */
    private static final Duration DELIVERY = Duration.ofHours(6);

    private static final String FAILED = "failed";
    private static final String LATE = "late";
    private static final List<String> FAILURES = List.of(FAILED, LATE);

    private final Producer<byte[], byte[]> shared;
    private final Producer<byte[], byte[]> notes;
    private final Producer<byte[], byte[]> others;
    private final List<KafkaClientMetrics> producerMetrics;
    private final MeterRegistry meters;
    private final Map<Outcome, Timer> timers = new ConcurrentHashMap<>();
    private final Traces traces;
    private final BoundedWait boundedWait;
    private final OverdueAppends overdue;

    private record Outcome(String topic, String name) {}

    @Autowired
    DurableLog(
            KafkaClients clients,
            Instance instance,
            PublishProperties properties,
            MeterRegistry meters,
            Traces traces,
            BoundedWait boundedWait,
            OverdueAppends overdue,
            TopicUse topics) {
        this(
                KafkaClients.openProducer(sharedSettings(clients.producer(), instance, properties)),
                KafkaClients.openProducer(noteSettings(clients.producer(), instance, properties)),
                KafkaClients.openProducer(settings(clients.producer(), instance, properties)),
                meters,
                traces,
                boundedWait,
                overdue,
                topics.written());
    }

    DurableLog(
            Producer<byte[], byte[]> shared,
            Producer<byte[], byte[]> notes,
            Producer<byte[], byte[]> others,
            MeterRegistry meters,
            Traces traces,
            BoundedWait boundedWait,
            OverdueAppends overdue,
            List<Topic<?, ?>> topics) {
        this.shared = shared;
        this.notes = notes;
        this.others = others;
        this.meters = meters;
        this.traces = traces;
        this.boundedWait = boundedWait;
        this.overdue = overdue;
        this.producerMetrics =
                Stream.of(shared, notes, others).map(KafkaClientMetrics::new).toList();
        producerMetrics.forEach(metrics -> metrics.bindTo(meters));
        // Alerts see only what grows, so the counters of failures begin at 0.
        topics.forEach(topic -> FAILURES.forEach(outcome -> timer(topic.name(), outcome)));
    }

    private Producer<byte[], byte[]> producer(Topic<?, ?> topic) {
        return NOTES.contains(topic.name()) ? notes : SHARED.contains(topic.name()) ? shared : others;
    }

    static Map<String, Object> sharedSettings(
            Map<String, Object> common, Instance instance, PublishProperties properties) {
        Map<String, Object> settings = settings(common, instance, properties);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "ocpp-gateway-events-" + instance.name());
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(EventRecord.LATEST_COPY));
        return settings;
    }

    private static Map<String, Object> noteSettings(
            Map<String, Object> common, Instance instance, PublishProperties properties) {
        Map<String, Object> settings = settings(common, instance, properties);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "ocpp-gateway-notes-" + instance.name());
        settings.put(ProducerConfig.LINGER_MS_CONFIG, NOTES_LINGER);
        return settings;
    }

    private static Map<String, Object> settings(
            Map<String, Object> common, Instance instance, PublishProperties properties) {
        common.put(ProducerConfig.CLIENT_ID_CONFIG, "ocpp-gateway-" + instance.name());
        // Records that arrive during a request share the next one: fewer requests, and no record waits for others.
        common.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        common.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis(properties.block()));
        // An unanswered request is retried with the same sequence numbers until the delivery timeout.
        common.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis(properties.waitLimit()) / 2);
        common.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(DELIVERY));
        return common;
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }

    public <K, V> RecordMetadata append(Topic<K, V> topic, @Nullable K key, V value) throws NotAcknowledgedException {
        return await(send(topic, key, value));
    }

    /** Sends one record; a null value is a tombstone. {@link #await} waits for the acknowledgement. */
    public <K, V> Append send(Topic<K, V> topic, @Nullable K key, @Nullable V value) {
        Append append = new Append(topic.name(), key);
        if (overdue.isFull(key)) {
            append.refuse(new KafkaException("too many records of " + key + " are under way"));
            return append;
        }
        Timer.Sample sample = Timer.start(meters);
        try {
            var _ = producer(topic).send(record(topic, key, value), (metadata, failure) -> {
                sample.stop(timer(topic.name(), failure == null ? "acknowledged" : FAILED));
                if (failure == null) {
                    append.complete(metadata);
                } else if (isRefusal(failure) || append.isBeingHandedOver()) {
                    // A record that fails before send() returns is not in the producer's buffer.
                    append.refuse(failure);
                } else {
                    append.completeExceptionally(failure);
                }
            });
            append.handOver();
        } catch (KafkaException | IllegalStateException e) {
            append.refuse(e);
        }
        return append;
    }

    /** Whether a record of {@code key} would be refused now, because too many others are under way. */
    public boolean isFull(Object key) {
        return overdue.isFull(key);
    }

    private static boolean isRefusal(Exception failure) {
        return failure instanceof RecordTooLargeException || failure instanceof InvalidRecordException;
    }

    /** Waits for the acknowledgement of a sent record, with a timeout. The append may continue after that. */
    public RecordMetadata await(Append sent) throws NotAcknowledgedException {
        return boundedWait.await(sent, () -> late(sent));
    }

    /** Notes that the caller no longer waits for {@code append}. */
    void late(Append append) {
        if (!append.isDone() && overdue.add(append)) {
            timer(append.topic(), LATE).record(boundedWait.limit());
        }
    }

    private Timer timer(String topic, String outcome) {
        return timers.computeIfAbsent(new Outcome(topic, outcome), this::timer);
    }

    private Timer timer(Outcome outcome) {
        return Timer.builder("plugstream.gateway.publish")
                .description("Time from sending a record to its acknowledgement, or to the charger's timeout (late)")
                .tag("topic", outcome.topic())
                .tag("outcome", outcome.name())
                .register(meters);
    }

    private <K, V> ProducerRecord<byte[], byte[]> record(Topic<K, V> topic, @Nullable K key, @Nullable V value) {
        ProducerRecord<byte[], byte[]> record = topic.record(key, value);
        traces.write(record.headers());
        return record;
    }

    @Override
    public void destroy() {
        producerMetrics.forEach(KafkaClientMetrics::close);
        shared.close(CLOSE);
        notes.close(CLOSE_OTHERS);
        others.close(CLOSE_OTHERS);
    }
}
