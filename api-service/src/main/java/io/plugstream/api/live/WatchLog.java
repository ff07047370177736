package io.plugstream.api.live;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.FrameWatch;
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

/** Tells gateways whose frames somebody looks at (ADR 84). */
@Component
class WatchLog implements DisposableBean {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MAX_BLOCK_MS = 1_500;
    private static final int DELIVERY_MS = 2_000;
    private static final int THREADS = 2;
    private static final int QUEUE = 1_000;

    private final Producer<ChargerId, FrameWatch> producer;
    // Kafka's producer may block while it does not know the topic.
    private final Scheduler threads = Schedulers.newBoundedElastic(THREADS, QUEUE, "frame-watches", 60, true);

    WatchLog(KafkaClients clients, TopicCreator topicsAreThere, Instance instance) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "frame-watches-" + instance.name());
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, MAX_BLOCK_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        this.producer = new KafkaProducer<>(
                settings,
                Topics.FRAME_WATCHES.keys().serializer(),
                Topics.FRAME_WATCHES.values().serializer());
    }

    /** Completes when Kafka has it; fails within two seconds. */
    Mono<Void> append(FrameWatch watch) {
        ProducerRecord<ChargerId, FrameWatch> record =
                new ProducerRecord<>(Topics.FRAME_WATCHES.name(), watch.chargerId(), watch);
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
                .timeout(PATIENCE)
                // Kafka's thread has its own work.
                .publishOn(Schedulers.parallel());
    }

    @Override
    public void destroy() {
        producer.close(PATIENCE);
        threads.dispose();
    }
}
