package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.gateway.publish.SilentProducer;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class PublishedRefusalsTest {

    private static final RefusedHandshake REFUSAL = new RefusedHandshake(
            UUID.randomUUID(), "acme", "CP-1", null, Reason.UNKNOWN_ID, "192.0.2.1", Instant.EPOCH);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void refusalsHaveTheirOrganisationAsKey() {
        MockProducer<String, RefusedHandshake> producer = producer(true);
        PublishedRefusals refusals = new PublishedRefusals(producer, meters);

        refusals.write(REFUSAL);

        await().atMost(Duration.ofSeconds(10)).until(() -> count("published") == 1);
        assertThat(producer.history())
                .containsExactly(new ProducerRecord<>(Topics.REFUSED_HANDSHAKES.name(), "acme", REFUSAL));
        refusals.destroy();
    }

    @Test
    void recordsThatKafkaDoesNotAcceptAreDroppedAndCounted() {
        MockProducer<String, RefusedHandshake> producer = producer(false);
        PublishedRefusals refusals = new PublishedRefusals(producer, meters);

        refusals.write(REFUSAL);
        await().atMost(Duration.ofSeconds(10)).until(() -> producer.errorNext(new TimeoutException("away")));

        assertThat(count("lost")).isOne();
        assertThat(count("published")).isZero();
        refusals.destroy();
    }

    @Test
    void handshakesDoNotWaitForASilentKafka() {
        SilentProducer<String, RefusedHandshake> producer = new SilentProducer<>(Topics.REFUSED_HANDSHAKES);
        PublishedRefusals refusals = new PublishedRefusals(producer, meters);

        for (int i = 0; i < 3_000; i++) {
            refusals.write(REFUSAL);
        }

        assertThat(count("lost")).isBetween(1_999.0, 2_000.0);
        producer.answer();
        await().atMost(Duration.ofSeconds(10)).until(() -> count("published") + count("lost") == 3_000);
        refusals.destroy();
    }

    private double count(String outcome) {
        return meters.get("plugstream.gateway.refusals")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    private static MockProducer<String, RefusedHandshake> producer(boolean answering) {
        return new MockProducer<>(
                answering,
                null,
                Topics.REFUSED_HANDSHAKES.keys().serializer(),
                Topics.REFUSED_HANDSHAKES.values().serializer());
    }
}
