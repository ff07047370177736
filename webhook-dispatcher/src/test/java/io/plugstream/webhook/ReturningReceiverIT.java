package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A receiver that fails for a while (ADR 97). */
class ReturningReceiverIT {

    private static final int EVENTS = 200;

    /** Four in flight, and four whose end records this test has not read yet. */
    private static final int FEW = 8;

    private static final Platform PLATFORM = Platform.get();

    private final TestLog log = PLATFORM.log();

    @Test
    void waitingEventsAreDeliveredOnceAFailingReceiverIsBack() throws Exception {
        AtomicBoolean isBack = new AtomicBoolean();
        try (RecordingReceiver receiver = new RecordingReceiver((request, socket) -> {
            if (isBack.get()) {
                RecordingReceiver.OK.answer(request, socket);
            } else {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
                RecordingReceiver.write(socket, 503, "busy");
            }
        })) {
            // Another one if the test is repeated.
            String returning = "returning-" + UUID.randomUUID();
            PLATFORM.register(returning, TestLog.webhook(returning, receiver.url()));
            for (int event = 0; event < EVENTS; event++) {
                log.publish(Events.connected(returning));
            }
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> log.ends(returning).size() >= 60);
            // In this order, because others begin while the outcomes are read.
            int begun = receiver.journal().size();
            int ended = log.ends(returning).size();
            isBack.set(true);

            assertThat(begun - ended).as("in flight").isLessThanOrEqualTo(FEW);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(log.ends(returning)).hasSize(EVENTS));
            assertThat(receiver.journal()).hasSize(EVENTS);
            assertThat(log.ends(returning))
                    .filteredOn(end -> end.outcome() == Outcome.DELIVERED)
                    .hasSizeGreaterThanOrEqualTo(EVENTS - begun - FEW);
        }
    }
}
