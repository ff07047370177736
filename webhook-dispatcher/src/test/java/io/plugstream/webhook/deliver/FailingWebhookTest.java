package io.plugstream.webhook.deliver;

import static io.plugstream.webhook.deliver.DeliveryQueues.OfferResult.BEGINS;
import static io.plugstream.webhook.deliver.DeliveryQueues.OfferResult.WAITS;
import static io.plugstream.webhook.deliver.DeliveryQueuesTest.NOW;
import static io.plugstream.webhook.deliver.DeliveryQueuesTest.delivery;
import static io.plugstream.webhook.deliver.DeliveryQueuesTest.offer;
import static io.plugstream.webhook.deliver.DeliveryQueuesTest.queues;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A webhook that fails with one event at a time, so that its queue is empty after each. */
class FailingWebhookTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final DeliveryQueues queues = queues(20, 1_000, 100);
    private final Claimed claim = delivery("acme", "w", NOW).claim();

    @Test
    void aWebhookThatFailsHasFewSlotsAfterItsQueueWasEmpty() {
        attempts(15, false);
        assertThat(queues.room(claim))
                .as("one of the last sixteen may still succeed")
                .isEqualTo(40);

        attempts(1, false);

        assertThat(queues.room(claim)).isEqualTo(8);
        assertThat(queues.patience(claim, SECOND)).isEqualTo(SECOND.dividedBy(5));
        assertThat(offer(queues, "acme", "w", 6)).containsExactly(BEGINS, BEGINS, BEGINS, BEGINS, WAITS, WAITS);
    }

    @Test
    void eachSuccessAddsASlotAndOthersHaveAll() {
        attempts(16, false);
        attempts(3, true);

        assertThat(queues.room(claim)).isEqualTo(14);
        assertThat(offer(queues, "acme", "other", 20)).containsOnly(BEGINS);
        attempts(13, true);
        assertThat(offer(queues, "acme", "w", 20)).containsOnly(BEGINS);
    }

    @Test
    void aWebhookThatLostItsSlotsWhileItWaitedForItsTurnBeginsNothing() {
        DeliveryQueues busy = queues(20, 1_000, 20);
        Delivery first = delivery("acme", "w", NOW);
        assertThat(busy.offer(first)).isEqualTo(BEGINS);
        assertThat(offer(busy, "acme", "w", 9)).containsOnly(BEGINS);
        assertThat(offer(busy, "acme", "w", 1)).containsExactly(WAITS);
        for (int i = 0; i < 16; i++) {
            busy.answered(first, false);
        }

        assertThat(busy.release(first, NOW).begin()).isEmpty();

        assertThat(busy.inFlight()).isEqualTo(9);
    }

    @Test
    void aWebhookThatLostItsSlotsBeginsAgainOnceItHasOne() {
        DeliveryQueues busy = queues(20, 1_000, 20);
        List<Delivery> begun =
                IntStream.range(0, 10).mapToObj(_ -> delivery("acme", "w", NOW)).toList();
        assertThat(begun.stream().map(busy::offer)).containsOnly(BEGINS);
        Delivery waiting = delivery("acme", "w", NOW);
        assertThat(busy.offer(waiting)).isEqualTo(WAITS);
        for (int i = 0; i < 16; i++) {
            busy.answered(begun.getFirst(), false);
        }

        for (Delivery one : begun.subList(0, 6)) {
            assertThat(busy.release(one, NOW).begin()).isEmpty();
        }
        assertThat(busy.release(begun.get(6), NOW).begin()).containsExactly(waiting);
    }

    private void attempts(int times, boolean accepted) {
        for (int i = 0; i < times; i++) {
            Delivery one = delivery("acme", "w", NOW);
            assertThat(queues.offer(one)).isEqualTo(BEGINS);
            queues.answered(one, accepted);
            queues.release(one, NOW);
        }
    }
}
