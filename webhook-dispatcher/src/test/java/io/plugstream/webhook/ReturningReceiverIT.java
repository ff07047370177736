package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A receiver that fails for a while (ADR 97). */
class ReturningReceiverIT {

    private static final int EVENTS = 200;

    /** The most in flight after 16 failures. */
    private static final int FEW = 4;

    /** No more begin before the sixteenth failure: 64 in flight, and one for each failure. */
    private static final int FIRST = 80;

    private static final Platform PLATFORM = Platform.get();

    private final TestLog log = PLATFORM.log();

    @Test
    void waitingEventsAreDeliveredOnceAFailingReceiverIsBack() throws Exception {
        AtomicBoolean isBack = new AtomicBoolean();
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger mostInFlight = new AtomicInteger();
        try (RecordingReceiver receiver = new RecordingReceiver((request, socket) -> {
            int now = inFlight.incrementAndGet();
            if (begun.incrementAndGet() > FIRST && !isBack.get()) {
                mostInFlight.accumulateAndGet(now, Math::max);
            }
            if (!isBack.get()) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
            // Before the answer, because the dispatcher begins the next one when it has read that.
            inFlight.decrementAndGet();
            RecordingReceiver.write(socket, isBack.get() ? 200 : 503, "answer");
        })) {
            // Another one if the test is repeated.
            String returning = "returning-" + UUID.randomUUID();
            PLATFORM.register(returning, TestLog.webhook(returning, receiver.url()));
            for (int event = 0; event < EVENTS; event++) {
                log.publish(Events.connected(returning));
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> begun.get() > FIRST + 2 * FEW);
            isBack.set(true);
            int failed = begun.get();

            assertThat(mostInFlight).as("in flight").hasValueBetween(1, FEW);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(log.ends(returning)).hasSize(EVENTS));
            assertThat(receiver.journal()).hasSize(EVENTS);
            assertThat(log.ends(returning))
                    .filteredOn(end -> end.outcome() == Outcome.DELIVERED)
                    .hasSizeGreaterThanOrEqualTo(EVENTS - failed);
        }
    }
}
