package io.plugstream.api.quota;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.http.Completion;
import io.plugstream.api.http.EarlyLifecycle;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.topic.Topics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.kafka.support.SendResult;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The topics of calls and of decisions. Reads decisions from the topic's end at the start, before it sends the first
 * call, so that it misses none of its own decisions.
 */
@Component
class CallLog implements EarlyLifecycle {

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final DecisionClients clients;
    private final QuotaProperties properties;
    private final LogClock clock;
    private BiConsumer<QuotaDecision, Instant> listener = (_, _) -> {};
    private volatile @Nullable KafkaMessageListenerContainer<String, QuotaDecision> decisions;

    CallLog(KafkaClients clients, Instance instance, QuotaProperties properties, LogClock clock, MeterRegistry meters) {
        this.clients = new DecisionClients(clients, instance, meters);
        this.properties = properties;
        this.clock = clock;
    }

    /** Sets the listener of every replica's decisions and the times when their calls were appended. Call it first. */
    void onDecision(BiConsumer<QuotaDecision, Instant> listener) {
        this.listener = listener;
    }

    /** Appends a call that waits for its decision; completes when Kafka has acknowledged it. */
    Mono<Void> ask(ApiCall call) {
        ProducerRecord<String, ApiCall> record = record(call);
        record.headers().add(KafkaHeaders.CORRELATION_ID, bytes(call.callId()));
        return append(record);
    }

    /** Appends a call; completes when Kafka has acknowledged it. */
    Mono<Void> append(ApiCall call) {
        return append(record(call));
    }

    private Mono<Void> append(ProducerRecord<String, ApiCall> record) {
        return sent(() -> {
                    long sent = clock.uncorrected();
                    var sending = open().send(record);
                    noteTime(sent, sending);
                    return sending;
                })
                // The producer's listener logs a failure.
                .flatMap(sending -> Completion.of(sending).then());
    }

    /** Corrects the clock by the time at which the broker appended the record. */
    private void noteTime(long sent, CompletableFuture<SendResult<String, ApiCall>> sending) {
        var _ = sending.thenAccept(result -> {
            RecordMetadata appended = result.getRecordMetadata();
            if (appended != null && appended.hasTimestamp()) {
                clock.appended(sent, appended.timestamp());
            }
        });
    }

    /**
     * Sends on the caller's thread, without blocking ({@link DecisionClients}). If a send throws, nothing was sent; it
     * is retried while the producer fetches the topic's metadata.
     */
    private <T> Mono<T> sent(Callable<T> send) {
        return Mono.fromCallable(send)
                .retryWhen(Retry.fixedDelay(properties.patience().dividedBy(PAUSE), PAUSE)
                        .filter(CallLog::isUnprepared)
                        .onRetryExhaustedThrow((_, last) -> last.failure()));
    }

    private static boolean isUnprepared(Throwable failure) {
        return failure instanceof KafkaException && failure.getCause() instanceof TimeoutException;
    }

    private KafkaTemplate<String, ApiCall> open() {
        if (!isRunning()) {
            throw new IllegalStateException("a call came before the start or after the stop");
        }
        return clients.calls();
    }

    private static ProducerRecord<String, ApiCall> record(ApiCall call) {
        return new ProducerRecord<>(Topics.API_CALLS.name(), call.organisationId(), call);
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    @Override
    public void start() {
        KafkaMessageListenerContainer<String, QuotaDecision> fresh = clients.decisions(listener);
        fresh.start();
        decisions = fresh;
    }

    @Override
    public void stop() {
        KafkaMessageListenerContainer<String, QuotaDecision> former = decisions;
        decisions = null;
        if (former != null) {
            former.stop();
            clients.close();
        }
    }

    @Override
    public boolean isRunning() {
        return decisions != null;
    }
}
