package io.plugstream.webhook.deliver;

import static io.plugstream.webhook.deliver.DeliveryQueuesTest.NOW;
import static io.plugstream.webhook.deliver.DeliveryQueuesTest.delivery;
import static io.plugstream.webhook.deliver.DeliveryQueuesTest.offer;
import static io.plugstream.webhook.deliver.DeliveryQueuesTest.queues;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import org.junit.jupiter.api.Test;

/** How much room there is for late deliveries. */
class LateDeliveriesTest {

    @Test
    void lateDeliveriesHaveTwiceTheSlots() {
        DeliveryQueues queues = queues(2, 30, 100);
        Claimed claim = delivery("acme", "w", NOW).claim();
        assertThat(queues.room(claim)).isEqualTo(4);

        offer(queues, "acme", "w", 3);
        assertThat(queues.room(claim)).isEqualTo(1);
        offer(queues, "acme", "w", 2);
        assertThat(queues.room(claim)).isNegative();
    }

    @Test
    void lateDeliveriesOfAllHaveTwiceTheSlotsOfAll() {
        DeliveryQueues queues = queues(3, 30, 4);
        assertThat(queues.room()).isEqualTo(4);

        offer(queues, "a", "w", 9);
        assertThat(queues.waitsForOthers(delivery("a", "w", NOW).claim())).isTrue();
        assertThat(queues.room())
                .as("one may begin as far as its webhook is concerned")
                .isEqualTo(3);
        offer(queues, "b", "v", 3);
        offer(queues, "c", "u", 2);

        assertThat(queues.inFlight()).isEqualTo(4);
        assertThat(queues.room()).isZero();
        assertThat(queues.waitsForOthers(delivery("d", "x", NOW).claim())).isFalse();
    }
}
