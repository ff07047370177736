package io.plugstream.api.quota;

import io.plugstream.api.http.EarlyLifecycle;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.requestreply.RequestReplyFuture;
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
    private Consumer<QuotaDecision> listener = _ -> {};
    private volatile @Nullable DecisionTemplate template;

    CallLog(KafkaClients clients, Instance instance, QuotaProperties properties, LogClock clock) {
        this.clients = new DecisionClients(clients, instance);
        this.properties = properties;
        this.clock = clock;
    }

    /** Sets the listener of every replica's decisions. Call it before the start. */
    void onDecision(Consumer<QuotaDecision> listener) {
        this.listener = listener;
    }

    /** Appends a call and requests its decision; emits when the call has been sent. */
    Mono<RequestReplyFuture<String, ApiCall, QuotaDecision>> ask(ApiCall call) {
        return sent(() -> {
            long sent = clock.uncorrected();
            var asking = open().sendAndReceive(record(call), properties.patience());
            noteTime(sent, Objects.requireNonNull(asking.getSendFuture()));
            return asking;
        });
    }

    /** Appends a call; completes when Kafka has acknowledged it. */
    Mono<Void> append(ApiCall call) {
        return sent(() -> {
                    long sent = clock.uncorrected();
                    var sending = open().send(record(call));
                    noteTime(sent, sending);
                    return sending;
                })
                .flatMap(CallLog::acknowledged);
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

    /** Completes when Kafka has acknowledged the call. */
    static Mono<Void> acknowledged(RequestReplyFuture<String, ApiCall, QuotaDecision> asking) {
        return acknowledged(Objects.requireNonNull(asking.getSendFuture()));
    }

    /** Wraps the failure, so that Reactor does not log it without a subscriber; the producer's listener logs it. */
    private static Mono<Void> acknowledged(CompletableFuture<?> sending) {
        return Mono.fromFuture(sending.handle((_, failure) -> Optional.ofNullable(failure)), true)
                .flatMap(failure -> failure.<Mono<Void>>map(Mono::error).orElseGet(Mono::empty));
    }

    private DecisionTemplate open() {
        DecisionTemplate present = template;
        if (present == null) {
            throw new IllegalStateException("a call came before the start or after the stop");
        }
        return present;
    }

    private static ProducerRecord<String, ApiCall> record(ApiCall call) {
        return new ProducerRecord<>(Topics.API_CALLS.name(), call.organisationId(), call);
    }

    @Override
    public void start() {
        DecisionTemplate fresh = clients.template();
        fresh.onDecision(listener);
        fresh.afterPropertiesSet();
        fresh.start();
        template = fresh;
    }

    @Override
    public void stop() {
        DecisionTemplate former = template;
        template = null;
        if (former != null) {
            former.stop();
            former.destroy();
            clients.close();
        }
    }

    @Override
    public boolean isRunning() {
        return template != null;
    }
}
