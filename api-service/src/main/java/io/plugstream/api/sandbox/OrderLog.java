package io.plugstream.api.sandbox;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Appends orders for test chargers to their topic. */
@Component
class OrderLog implements DisposableBean {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MAX_BLOCK_MS = 1_500;
    private static final int DELIVERY_MS = 2_000;
    private static final int THREADS = 4;
    private static final int QUEUE = 1_000;

    private final Producer<ChargerId, SandboxOrder> producer;
    // Kafka's producer may block while it does not know the topic.
    private final Scheduler threads = Schedulers.newBoundedElastic(THREADS, QUEUE, "sandbox-orders", 60, true);

    OrderLog(KafkaClients clients, TopicCreator topicsAreThere, Instance instance) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "sandbox-orders-" + instance.name());
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, MAX_BLOCK_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        this.producer = new KafkaProducer<>(
                settings,
                Topics.SANDBOX_ORDERS.keys().serializer(),
                Topics.SANDBOX_ORDERS.values().serializer());
    }

    /** Completes when Kafka has it; fails within two seconds. After a failure it may still get there, once. */
    Mono<Void> append(ChargerId id, SandboxOrder order) {
        ProducerRecord<ChargerId, SandboxOrder> record = new ProducerRecord<>(Topics.SANDBOX_ORDERS.name(), id, order);
        return Mono.<Void>create(sink -> {
                    var _ = producer.send(record, (_, failure) -> {
                        if (failure == null) {
                            sink.success();
                        } else {
                            sink.error(failure);
                        }
                    });
                })
                .subscribeOn(threads)
                .timeout(PATIENCE);
    }

    @Override
    public void destroy() {
        producer.close(PATIENCE);
        threads.dispose();
    }
}
