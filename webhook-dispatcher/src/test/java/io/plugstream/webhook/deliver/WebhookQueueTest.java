package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WebhookQueueTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final WebhookQueue queue = new WebhookQueue(64, 1_000);

    /** Otherwise 4 slots of 0.9 s each would hold a partition, with the events of others, at 4 events a second. */
    @Test
    void aWebhookWithFewSlotsMustBeAsFastWithThemAsOthersWithAll() {
        assertThat(queue.patience(SECOND)).isEqualTo(SECOND);

        for (int failure = 0; failure < 16; failure++) {
            queue.answered(false);
        }
        assertThat(queue.patience(SECOND)).isEqualTo(Duration.ofNanos(62_500_000));

        queue.answered(true);
        assertThat(queue.patience(SECOND)).isBetween(Duration.ofMillis(78), Duration.ofMillis(79));
    }
}
