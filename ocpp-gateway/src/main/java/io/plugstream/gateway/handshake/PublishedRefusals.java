package io.plugstream.gateway.handshake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.gateway.publish.LossyLog;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.topic.Topics;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Publishes refused handshakes without blocking them. While Kafka is unavailable, it keeps only a small number. */
@Component
final class PublishedRefusals implements DisposableBean {

    private static final int MOST_WAITING = 1_000;
    private static final int BUFFER_BYTES = 1024 * 1024;

    private final LossyLog<String, RefusedHandshake> refusals;
    private final Counter lost;

    @Autowired
    PublishedRefusals(KafkaClients clients, Instance instance, MeterRegistry meters) {
        this(
                LossyLog.producer(
                        Topics.REFUSED_HANDSHAKES, clients, "ocpp-gateway-refusals-" + instance.name(), BUFFER_BYTES),
                meters);
    }

    PublishedRefusals(Producer<String, RefusedHandshake> producer, MeterRegistry meters) {
        this.lost = Refusals.counter(meters, "lost");
        this.refusals = new LossyLog<>(
                Topics.REFUSED_HANDSHAKES, producer, MOST_WAITING, Refusals.counter(meters, "published"), lost);
    }

    /** Queues a refusal without blocking. It may be lost. */
    void write(RefusedHandshake refusal) {
        if (!refusals.send(refusal.organisationId(), () -> refusal)) {
            lost.increment();
        }
    }

    @Override
    public void destroy() {
        refusals.close();
    }
}
