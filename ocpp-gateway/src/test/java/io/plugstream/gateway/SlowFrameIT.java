package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A charger begins a long frame, answers pings and sends nothing else. */
class SlowFrameIT {

    @Test
    void aLongFrameThatStallsClosesTheSocket() throws Exception {
        String kafka = RealParts.kafka().bootstrapServers();
        try (RunningGateway gateway = RunningGateway.start(
                        kafka,
                        "plugstream.gateway.connection.ping-interval=2s",
                        "plugstream.gateway.connection.frame-timeout=1s");
                TestTopics topics = new TestTopics(kafka)) {
            ChargerId id = new ChargerId("demo", "CP-slow");
            topics.register(id, "secret");
            gateway.awaitKnown(id);
            TestCharger charger = gateway.connect(id);

            charger.sendPart("[2,\"1\",\"StopTransaction\",{\"idTag\":\"" + "x".repeat(66_000));

            assertThat(charger.awaitClose()).isEqualTo(1008);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(topics.chargerEvents(id).getLast().data())
                                    .isEqualTo(new ChargerDisconnected(id.chargeBoxId(), "frame too slow")));
            assertThat(gateway.bean(MeterRegistry.class)
                            .get("plugstream.gateway.frames.offences")
                            .tag("reason", "frame too slow")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }
}
