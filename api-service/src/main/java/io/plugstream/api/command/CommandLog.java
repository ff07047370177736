package io.plugstream.api.command;

import io.plugstream.api.http.RequestTraces;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/** Appends commands to their topic. */
@Component
class CommandLog implements DisposableBean {

    private static final int THREADS = 8;
    private static final int QUEUE = 10_000;
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final Producer<ChargerId, ChargerCommand> producer;
    private final RequestTraces traces;
    private final Duration timeout;
    // Kafka's producer may block while it does not know the topic.
    private final Scheduler threads = Schedulers.newBoundedElastic(THREADS, QUEUE, "charger-commands", 60, true);

    CommandLog(
            KafkaClients clients,
            TopicCreator topicsAreThere,
            Instance instance,
            CommandProperties properties,
            RequestTraces traces) {
        this.traces = traces;
        this.timeout = properties.acknowledgementTimeout();
        this.producer = new KafkaProducer<>(
                settings(clients.producer(), instance),
                Topics.CHARGER_COMMANDS.keys().serializer(),
                Topics.CHARGER_COMMANDS.values().serializer());
    }

    /** Completes when every in-sync replica has the command; fails when that takes too long. */
    Mono<Void> append(ChargerCommand command) {
        return Mono.deferContextual(request ->
                        Mono.fromCallable(() -> send(record(command, request))).subscribeOn(threads))
                .flatMap(acknowledged -> Mono.fromFuture(acknowledged, true))
                .timeout(timeout);
    }

    private ProducerRecord<ChargerId, ChargerCommand> record(ChargerCommand command, ContextView request) {
        var record = new ProducerRecord<>(Topics.CHARGER_COMMANDS.name(), command.chargerId(), command);
        traces.write(request, record.headers());
        return record;
    }

    private CompletableFuture<Void> send(ProducerRecord<ChargerId, ChargerCommand> record) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        var _ = producer.send(record, (_, failure) -> {
            if (failure == null) {
                acknowledged.complete(null);
            } else {
                acknowledged.completeExceptionally(failure);
            }
        });
        return acknowledged;
    }

    private Map<String, Object> settings(Map<String, Object> common, Instance instance) {
        int longest = Math.toIntExact(timeout.toMillis());
        common.put(ProducerConfig.CLIENT_ID_CONFIG, "charger-commands-" + instance.name());
        common.put(ProducerConfig.ACKS_CONFIG, "all");
        common.put(ProducerConfig.LINGER_MS_CONFIG, 0);
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
