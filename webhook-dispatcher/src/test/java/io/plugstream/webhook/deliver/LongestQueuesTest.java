package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LongestQueuesTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicBoolean failed = new AtomicBoolean();

    @Test
    void theQueuesArePublishedAfterAnError() {
        meters.config().meterFilter(failingOnce());
        DeliveryQueues queues = DeliveryQueuesTest.queues(1, 9, 100);
        DeliveryQueuesTest.offer(queues, "acme", "w", 3);

        LongestQueues longest = new LongestQueues(queues, meters);
        longest.start();
        await().until(() -> !meters.getMeters().isEmpty());
        longest.stop();

        assertThat(failed).isTrue();
        assertThat(meters.get("plugstream.dispatcher.endpoint.waiting").gauge().value())
                .isEqualTo(2);
    }

    /** Like a class that cannot be loaded. */
    private MeterFilter failingOnce() {
        return new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                if (failed.compareAndSet(false, true)) {
                    throw new NoClassDefFoundError("for a test");
                }
                return id;
            }
        };
    }
}
