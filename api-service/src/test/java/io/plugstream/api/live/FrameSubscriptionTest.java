package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerFrame.Kind;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class FrameSubscriptionTest {

    private static final ChargerId CHARGER = new ChargerId("acme", "CP-1");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final FrameSubscriptions subscriptions = new FrameSubscriptions(meters);
    private final List<StreamMessage> read = new CopyOnWriteArrayList<>();

    @Test
    void framesThatASlowReaderMissesAreCounted() {
        FrameSubscription slow = new FrameSubscription(CHARGER, Mode.LIVE, 16);
        for (int i = 0; i < 40; i++) {
            slow.offer(frame(Mode.LIVE, 0));
        }
        slow.messages().subscribe(read::add);
        await().atMost(Duration.ofSeconds(10)).until(() -> read.size() >= 16);
        int kept = read.size();
        slow.offer(frame(Mode.LIVE, 3));
        await().atMost(Duration.ofSeconds(10)).until(() -> read.size() == kept + 1);
        assertThat(withheld(read.getLast())).isEqualTo(40 - kept + 3);
        slow.offer(frame(Mode.LIVE, 0));
        await().atMost(Duration.ofSeconds(10)).until(() -> read.size() == kept + 2);
        assertThat(withheld(read.getLast())).isZero();
    }

    @Test
    void eachReceivesOnlyItsChargerAndMode() {
        FrameSubscription live = new FrameSubscription(CHARGER, Mode.LIVE, 16);
        FrameSubscription other = new FrameSubscription(new ChargerId("acme", "CP-2"), Mode.LIVE, 16);
        live.messages().subscribe(read::add);
        other.messages().subscribe(read::add);
        subscriptions.join(live);
        subscriptions.join(other);
        assertThat(meters.get("plugstream.api.frames.streams").gauge().value()).isEqualTo(2);

        subscriptions.dispatch(record(CHARGER.toString(), "{broken"));
        subscriptions.dispatch(record(CHARGER.toString(), Json.mapper().writeValueAsString(frame(Mode.TEST, 1))));
        subscriptions.dispatch(record(CHARGER.toString(), Json.mapper().writeValueAsString(frame(Mode.LIVE, 2))));
        await().atMost(Duration.ofSeconds(10)).until(() -> !read.isEmpty());
        subscriptions.leave(live);
        subscriptions.leave(live);
        subscriptions.dispatch(record(CHARGER.toString(), Json.mapper().writeValueAsString(frame(Mode.LIVE, 3))));
        other.offer(new ChargerFrame(
                "acme", "CP-2", Mode.LIVE, Instant.EPOCH, Direction.TO_CHARGER, Kind.OTHER, null, null, "", 0, 4));
        await().atMost(Duration.ofSeconds(10)).until(() -> read.size() == 2);

        assertThat(read).extracting(FrameSubscriptionTest::withheld).containsExactly(2, 4);
        assertThat(meters.get("plugstream.api.frames.streams").gauge().value()).isOne();
    }

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("plugstream.frames", FrameProperties.class))
                .isEqualTo(new FrameProperties(5, Duration.ofMinutes(15), 256));
    }

    private static int withheld(StreamMessage message) {
        return Json.mapper().readTree(message.text()).path("withheld").intValue();
    }

    private static ChargerFrame frame(Mode mode, int withheld) {
        return new ChargerFrame(
                "acme",
                "CP-1",
                mode,
                Instant.EPOCH,
                Direction.FROM_CHARGER,
                Kind.CALL,
                "1",
                "Heartbeat",
                "[2,\"1\",\"Heartbeat\",{}]",
                22,
                withheld);
    }

    private static ConsumerRecord<byte[], byte[]> record(String key, String value) {
        return new ConsumerRecord<>(
                Topics.CHARGER_FRAMES.name(),
                0,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8));
    }
}
