package io.plugstream.api.webhook;

import io.plugstream.api.http.RequestTraces;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.SampleEvent;
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

/** The topic of sample events, for the dispatcher. */
@Component
class SampleLog implements DisposableBean {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MAX_BLOCK_MS = 1_500;
    private static final int DELIVERY_MS = 2_000;
    private static final int THREADS = 4;
    private static final int QUEUE = 1_000;

    private final RequestTraces traces;
    private final Producer<String, SampleEvent> producer;
    // Kafka's producer may block while it does not know the topic.
    private final Scheduler threads = Schedulers.newBoundedElastic(THREADS, QUEUE, "webhook-tests", 60, true);

    SampleLog(KafkaClients clients, TopicCreator topicsAreThere, Instance instance, RequestTraces traces) {
        this.traces = traces;
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "webhook-tests-" + instance.name());
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, MAX_BLOCK_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        this.producer = new KafkaProducer<>(
                settings,
                Topics.WEBHOOK_TESTS.keys().serializer(),
                Topics.WEBHOOK_TESTS.values().serializer());
    }

    /** Completes when Kafka has it; fails within two seconds. After a failure it may still get there, once. */
    Mono<Void> append(SampleEvent sample) {
        ProducerRecord<String, SampleEvent> record =
                new ProducerRecord<>(Topics.WEBHOOK_TESTS.name(), sample.webhookId(), sample);
        return Mono.<Void>create(sink -> {
                    traces.write(sink.contextView(), record.headers());
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
