package io.plugstream.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class LossyLogTest {

    private static final int MOST_WAITING = 200;
    private static final RefusedHandshake REFUSAL = new RefusedHandshake(
            UUID.randomUUID(), "acme", "CP-1", null, Reason.UNKNOWN_ID, "192.0.2.1", Instant.EPOCH);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void acknowledgedRecordsAreCounted() {
        MockProducer<String, RefusedHandshake> producer = producer(true);
        try (LossyLog<String, RefusedHandshake> log = log(producer)) {
            assertThat(send(log)).isTrue();

            await().atMost(Duration.ofSeconds(10)).until(() -> count("published") == 1);
            assertThat(producer.history())
                    .containsExactly(new ProducerRecord<>(Topics.REFUSED_HANDSHAKES.name(), "acme", REFUSAL));
        }
    }

    @Test
    void recordsThatKafkaDoesNotAcceptAreDroppedAndCounted() {
        MockProducer<String, RefusedHandshake> producer = producer(false);
        try (LossyLog<String, RefusedHandshake> log = log(producer)) {
            send(log);
            await().atMost(Duration.ofSeconds(10)).until(() -> producer.errorNext(new TimeoutException("away")));

            assertThat(count("lost")).isOne();
            assertThat(count("published")).isZero();
        }
    }

    @Test
    void nobodyWaitsForASilentKafka() {
        SilentProducer<String, RefusedHandshake> producer = new SilentProducer<>(Topics.REFUSED_HANDSHAKES);
        try (LossyLog<String, RefusedHandshake> log = log(producer)) {
            int taken = 0;
            for (int i = 0; i < 1_000; i++) {
                taken += send(log) ? 1 : 0;
            }

            assertThat(taken).isBetween(MOST_WAITING, MOST_WAITING + 1);
            producer.answer();
            int all = taken;
            await().atMost(Duration.ofSeconds(10)).until(() -> count("published") == all);
        }
    }

    private static boolean send(LossyLog<String, RefusedHandshake> log) {
        return log.send(REFUSAL.organisationId(), () -> REFUSAL);
    }

    private LossyLog<String, RefusedHandshake> log(Producer<String, RefusedHandshake> producer) {
        return new LossyLog<>(
                Topics.REFUSED_HANDSHAKES,
                producer,
                MOST_WAITING,
                outcome -> meters.counter("records", "outcome", outcome));
    }

    private double count(String outcome) {
        return meters.counter("records", "outcome", outcome).count();
    }

    private static MockProducer<String, RefusedHandshake> producer(boolean answering) {
        return new MockProducer<>(
                answering,
                null,
                Topics.REFUSED_HANDSHAKES.keys().serializer(),
                Topics.REFUSED_HANDSHAKES.values().serializer());
    }
}
