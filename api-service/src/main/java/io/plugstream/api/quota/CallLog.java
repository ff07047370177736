package io.plugstream.api.quota;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
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
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.requestreply.RequestReplyFuture;
import org.springframework.kafka.support.SendResult;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The topic of calls and that of decisions. It reads decisions from where the topic ended when it started, so that none
 * of its own calls' decisions can be missed.
 */
@Component
class CallLog implements SmartLifecycle {

    /** Before the web server takes requests, and after it has answered the last. */
    private static final int PHASE = 0;

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final DecisionClients clients;
    private final QuotaProperties properties;
    private final LogClock clock;
    private Consumer<QuotaDecision> listener = _ -> {};
    private volatile @Nullable DecisionTemplate template;

    CallLog(KafkaClients clients, TopicCreator topics, Instance instance, QuotaProperties properties, LogClock clock) {
        this.clients = new DecisionClients(clients, instance);
        this.properties = properties;
        this.clock = clock;
    }

    /** Hears every decision of every replica; to be set before the start. */
    void onDecision(Consumer<QuotaDecision> heard) {
        this.listener = heard;
    }

    /** Appends a call and asks for its decision; emits when the call is on its way. */
    Mono<RequestReplyFuture<String, ApiCall, QuotaDecision>> ask(ApiCall call) {
        return sent(() -> {
            long sent = clock.uncorrected();
            var asking = open().sendAndReceive(record(call), properties.patience());
            noteTime(sent, Objects.requireNonNull(asking.getSendFuture()));
            return asking;
        });
    }

    /** Appends a call; completes when Kafka has it. */
    Mono<Void> append(ApiCall call) {
        return sent(() -> {
                    long sent = clock.uncorrected();
                    var sending = open().send(record(call));
                    noteTime(sent, sending);
                    return sending;
                })
                .flatMap(CallLog::acknowledged);
    }

    /** The broker tells when it appended a record. */
    private void noteTime(long sent, CompletableFuture<SendResult<String, ApiCall>> sending) {
        var _ = sending.thenAccept(result -> {
            RecordMetadata appended = result.getRecordMetadata();
            if (appended != null && appended.hasTimestamp()) {
                clock.appended(sent, appended.timestamp());
            }
        });
    }

    /**
     * Sends on the caller's thread, which {@link DecisionClients} keeps from blocking. What a send throws, instead of
     * giving a future that fails, never left: while the producer learns about its topic that is tried again.
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

    /** Completes when Kafka has the call that was asked for. */
    static Mono<Void> acknowledged(RequestReplyFuture<String, ApiCall, QuotaDecision> asking) {
        return acknowledged(Objects.requireNonNull(asking.getSendFuture()));
    }

    /** A failure that nobody waits for any more is Kafka's to log. */
    private static Mono<Void> acknowledged(CompletableFuture<?> sending) {
        return Mono.fromFuture(sending.handle((_, failure) -> Optional.ofNullable(failure)), true)
                .flatMap(failure -> failure.<Mono<Void>>map(Mono::error).orElseGet(Mono::empty));
    }

    private DecisionTemplate open() {
        DecisionTemplate present = template;
        if (present == null) {
            throw new IllegalStateException("calls come before the start or after the end");
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

    @Override
    public int getPhase() {
        return PHASE;
    }
}
