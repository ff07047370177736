package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** On a broker of its own, which goes away. */
class SampleLogIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void tellsSoonThatKafkaIsAwayAndGoesOnWhenItIsBack() throws Exception {
        // In this order, because without a broker the service takes long to close.
        try (Kafka kafka = RealParts.newKafka();
                RunningService service = RunningService.start(
                        kafka, Database.fresh(RealParts.postgres()), "--plugstream.instance=samples")) {
            SampleLog samples = service.bean(SampleLog.class);
            await().atMost(PATIENCE).until(() -> succeeds(samples));

            kafka.stop();
            long begin = System.nanoTime();
            Throwable failure = catchThrowable(() -> samples.append(sample()).block(PATIENCE));
            Duration waited = Duration.ofNanos(System.nanoTime() - begin);

            assertThat(failure).isNotNull();
            assertThat(waited).isLessThan(Duration.ofSeconds(8));
            kafka.startAgain();
            await().atMost(Duration.ofSeconds(60)).until(() -> succeeds(samples));
        }
    }

    private static boolean succeeds(SampleLog samples) {
        return catchThrowable(() -> samples.append(sample()).block(PATIENCE)) == null;
    }

    private static SampleEvent sample() {
        Instant now = Instant.parse("2026-01-31T09:00:00Z");
        return new SampleEvent(
                UUID.randomUUID(), "acme", Mode.LIVE, "w", now, SampleData.of(EventType.CHARGER_BOOT, now));
    }
}
