package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.uuid.Generators;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.gateway.publish.LossyLog;
import io.plugstream.gateway.publish.SilentProducer;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void aRefusalThatFindsTheQueueFullIsLost() {
        SilentProducer<String, RefusedHandshake> producer = new SilentProducer<>(Topics.REFUSED_HANDSHAKES);
        try (LossyLog<String, RefusedHandshake> log =
                new LossyLog<>(Topics.REFUSED_HANDSHAKES, producer, 1, outcome -> Refusals.counter(meters, outcome))) {
            Refusals refusals = refusals(log);

            for (int i = 0; i < 10; i++) {
                refusals.refused("/ocpp/acme", Reason.UNKNOWN_ID, "192.0.2.1");
            }

            assertThat(count("lost")).isBetween(8.0, 9.0);
            producer.answer();
            await().atMost(Duration.ofSeconds(10)).until(() -> count("published") + count("lost") == 10);
            assertThat(producer.history()).extracting(ProducerRecord::key).containsOnly("acme");
        }
    }

    @SuppressWarnings("NullAway") // the path names no charger, so no registration is read
    private Refusals refusals(LossyLog<String, RefusedHandshake> log) {
        return new Refusals(
                null, new RefusalLimits(), log, Generators.timeBasedEpochGenerator(), Clock.systemUTC(), meters);
    }

    private double count(String outcome) {
        return meters.get("plugstream.gateway.refusals")
                .tag("outcome", outcome)
                .counter()
                .count();
    }
}
