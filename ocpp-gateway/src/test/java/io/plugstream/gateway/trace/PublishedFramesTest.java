package io.plugstream.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.gateway.publish.SilentProducer;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class PublishedFramesTest {

    private static final ChargerId CHARGER = new ChargerId("acme", "CP-1");
    private static final WatchProperties LIMITS = new WatchProperties(1, 1, 1, 8192);
    private static final RawFrame FRAME = new RawFrame(
            CHARGER,
            Mode.LIVE,
            Instant.EPOCH,
            Direction.FROM_CHARGER,
            "[2,\"1\",\"Authorize\",{\"idTag\":\"SECRET\"}]",
            0);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void framesAreMaskedAndHaveTheirChargerAsKey() {
        MockProducer<ChargerId, ChargerFrame> producer = producer(true);
        PublishedFrames frames = new PublishedFrames(producer, LIMITS, meters);

        assertThat(frames.write(FRAME)).isTrue();

        await().atMost(Duration.ofSeconds(10)).until(() -> count("published") == 1);
        assertThat(producer.history())
                .containsExactly(new ProducerRecord<>(Topics.CHARGER_FRAMES.name(), CHARGER, FRAME.shown(8192)));
        assertThat(producer.history().getFirst().value().text()).doesNotContain("SECRET");
        frames.destroy();
    }

    @Test
    void recordsThatKafkaDoesNotAcceptAreDroppedAndCounted() {
        MockProducer<ChargerId, ChargerFrame> producer = producer(false);
        PublishedFrames frames = new PublishedFrames(producer, LIMITS, meters);

        frames.write(FRAME);
        await().atMost(Duration.ofSeconds(10)).until(() -> producer.errorNext(new TimeoutException("away")));

        assertThat(count("lost")).isOne();
        assertThat(count("published")).isZero();
        frames.destroy();
    }

    @Test
    void chargersDoNotWaitForASilentKafka() {
        SilentProducer<ChargerId, ChargerFrame> producer = new SilentProducer<>(Topics.CHARGER_FRAMES);
        PublishedFrames frames = new PublishedFrames(producer, LIMITS, meters);

        int taken = 0;
        for (int i = 0; i < 1_000; i++) {
            taken += frames.write(FRAME) ? 1 : 0;
        }

        assertThat(taken).isBetween(PublishedFrames.MOST_WAITING, PublishedFrames.MOST_WAITING + 1);
        producer.answer();
        int all = taken;
        await().atMost(Duration.ofSeconds(10)).until(() -> count("published") == all);
        frames.destroy();
    }

    private double count(String outcome) {
        return meters.get("plugstream.gateway.watched.frames")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    private static MockProducer<ChargerId, ChargerFrame> producer(boolean answering) {
        return new MockProducer<>(
                answering,
                null,
                Topics.CHARGER_FRAMES.keys().serializer(),
                Topics.CHARGER_FRAMES.values().serializer());
    }
}
