package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A receiver that fails slowly on a partition that is behind (ADR 24). */
class SlowFailureIT {

    private static final int BACKLOG = 400;

    /** With 4 POSTs of 0.9 s at a time, the receiver that fails would hold the partition for 90 s. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void aWebhookThatFailsSlowlyHoldsBackNoOther() throws Exception {
        try (Kafka broker = RealParts.newKafka();
                TestLog log = new TestLog(broker.bootstrapServers());
                RecordingReceiver healthy = new RecordingReceiver(RecordingReceiver.OK);
                RecordingReceiver failing = new RecordingReceiver((_, socket) -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(900));
                    RecordingReceiver.write(socket, 503, "busy");
                })) {
            log.createTopics();
            log.register("acme", TestLog.webhook("healthy", healthy.url()), TestLog.webhook("failing", failing.url()));
            for (int i = 0; i < BACKLOG; i++) {
                log.publishAsOf(Instant.now().minusSeconds(60), Events.connected("acme"));
            }
            try (var _ = EmbeddedDispatcher.run(
                    broker.bootstrapServers(),
                    "--plugstream.delivery.in-flight=16",
                    // An attempt takes half of it, but more than the 0.5 s of it that are left with 4 of 16 slots.
                    "--plugstream.claim.patience=2s",
                    "--plugstream.delivery.drain=0s")) {
                await().atMost(LONGEST)
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> log.ends("healthy").size() == BACKLOG);
            }
            // On a busy machine the first POST may time out.
            assertThat(log.ends("healthy"))
                    .extracting(Ended::outcome)
                    .contains(Outcome.DELIVERED)
                    .isSubsetOf(Outcome.DELIVERED, Outcome.TIMED_OUT);
            assertThat(log.ends("failing"))
                    .extracting(Ended::outcome)
                    .contains(Outcome.REJECTED)
                    .doesNotContain(Outcome.DELIVERED);
            assertThat(failing.journal()).hasSizeLessThan(BACKLOG);
        }
    }
}
