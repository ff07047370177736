package io.plugstream.api.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Runs with a broker of its own, which the test stops. */
class AcknowledgedLogIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @Test
    void failsSoonWhileKafkaIsAwayAndRecovers() throws Exception {
        // The service closes first, because closing takes long without a broker.
        try (Kafka kafka = RealParts.newKafka();
                RunningService service = RunningService.start(
                        kafka, Database.fresh(RealParts.postgres()), "--plugstream.instance=acknowledged")) {
            AcknowledgedLog acknowledged = service.bean(AcknowledgedLog.class);
            await().atMost(TIMEOUT).until(() -> succeeds(acknowledged));

            kafka.stop();
            long begin = System.nanoTime();
            Throwable failure = catchThrowable(() -> append(acknowledged));
            Duration waited = Duration.ofNanos(System.nanoTime() - begin);

            assertThat(failure).isNotNull();
            assertThat(waited).isLessThan(Duration.ofSeconds(8));
            kafka.startAgain();
            await().atMost(Duration.ofSeconds(60)).until(() -> succeeds(acknowledged));
        }
    }

    private static boolean succeeds(AcknowledgedLog acknowledged) {
        return catchThrowable(() -> append(acknowledged)) == null;
    }

    private static void append(AcknowledgedLog acknowledged) {
        SandboxOrder order = new SandboxOrder.Use(Instant.parse("2026-01-31T09:00:00Z"));
        acknowledged
                .append(Topics.SANDBOX_ORDERS, new ChargerId("acme", "CP-1"), order)
                .block(TIMEOUT);
    }
}
