package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Events wait in Kafka while no dispatcher runs. */
class BacklogIT {

    private static final int BACKLOG = 400;

    @Test
    void aHealthyEndpointGetsItsWholeBacklogAndAHangingOneLosesMostOfIt() throws Exception {
        try (Kafka broker = RealParts.newKafka();
                TestLog log = new TestLog(broker.bootstrapServers());
                RecordingReceiver healthy = RecordingReceiver.delaying(20);
                RecordingReceiver hanging = new RecordingReceiver(
                        (_, socket) -> socket.getInputStream().read())) {
            log.createTopics();
            log.register("acme", TestLog.webhook("healthy", healthy.url()), TestLog.webhook("hanging", hanging.url()));
            for (int i = 0; i < BACKLOG; i++) {
                log.publishAsOf(Instant.now().minusSeconds(60), Events.connected("acme"));
            }
            try (var _ = EmbeddedDispatcher.run(
                    broker.bootstrapServers(),
                    // Limits in flight and waiting far below the backlog.
                    "--plugstream.delivery.in-flight=16",
                    "--plugstream.delivery.waiting=100",
                    // On a busy machine the first POSTs of a process take some seconds.
                    "--plugstream.delivery.longest-wait=10s",
                    "--plugstream.claim.patience=3s")) {
                await().atMost(Duration.ofSeconds(90))
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> log.ends("healthy").size() == BACKLOG);
                await().atMost(Duration.ofSeconds(90))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> log.ends("hanging").size() == BACKLOG);
            }
            assertThat(log.ends("healthy"))
                    .hasSize(BACKLOG)
                    .extracting(Ended::outcome)
                    .containsOnly(Outcome.DELIVERED);
            assertThat(log.ends("hanging"))
                    .extracting(Ended::outcome)
                    .contains(Outcome.SHED)
                    .containsOnly(Outcome.SHED, Outcome.TIMED_OUT);
        }
    }
}
