package io.plugstream.webhook.deliver;

import static io.plugstream.webhook.deliver.DeliveryQueues.OfferResult.BEGINS;
import static io.plugstream.webhook.deliver.DeliveryQueues.OfferResult.FULL;
import static io.plugstream.webhook.deliver.DeliveryQueues.OfferResult.WAITS;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.deliver.DeliveryQueues.OfferResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class DeliveryQueuesTest {

    private static final EventBody BODY = EventBody.of(Events.connected("acme").envelope());
    /** Just after an overflow. */
    static final long NOW = Long.MIN_VALUE;

    private static final long LONG_AGO = NOW - Duration.ofSeconds(30).toNanos();

    @Test
    void deliveriesBeginThenWaitThenFindTheQueueFull() {
        DeliveryQueues queues = queues(2, 2, 100);

        assertThat(offer(queues, "acme", "w", 6)).containsExactly(BEGINS, BEGINS, WAITS, WAITS, FULL, FULL);
        assertThat(offer(queues, "acme", "v", 1)).containsExactly(BEGINS);
        assertThat(queues.inFlight()).isEqualTo(3);
        assertThat(queues.waiting()).isEqualTo(2);
        assertThat(queues.longest(5)).isEqualTo(Map.of("w", 2));
    }

    @Test
    void waitingDeliveriesBeginInOrderAsSlotsBecomeFree() {
        DeliveryQueues queues = queues(1, 9, 100);
        Delivery first = delivery("acme", "w", NOW);
        Delivery second = delivery("acme", "w", NOW);
        Delivery third = delivery("acme", "w", NOW);
        List.of(first, second, third).forEach(queues::offer);

        assertThat(queues.release(first, NOW).begin()).containsExactly(second);
        assertThat(queues.release(second, NOW).begin()).containsExactly(third);
        assertThat(queues.release(third, NOW).begin()).isEmpty();
        assertThat(queues.inFlight()).isZero();
        assertThat(queues.offer(delivery("acme", "w", NOW))).isEqualTo(BEGINS);
    }

    @Test
    void aDeliveryThatWaitedTooLongIsShedAndTheNextBegins() {
        DeliveryQueues queues = queues(1, 9, 100);
        Delivery first = delivery("acme", "w", NOW);
        Delivery old = delivery("acme", "w", LONG_AGO - 1);
        Delivery young = delivery("acme", "w", LONG_AGO);
        List.of(first, old, young).forEach(queues::offer);

        DeliveryQueues.Next next = queues.release(first, NOW);

        assertThat(next.shed()).containsExactly(old);
        assertThat(next.begin()).containsExactly(young);
        assertThat(queues.waiting()).isZero();
    }

    @Test
    void oneOrganisationTakesAtMostHalfOfTheSlotsHoweverManyWebhooksItHas() {
        DeliveryQueues queues = queues(64, 1_000, 100);
        for (int webhook = 0; webhook < 20; webhook++) {
            offer(queues, "hog", "hog-" + webhook, 64);
        }
        assertThat(queues.inFlight()).isEqualTo(50);

        assertThat(offer(queues, "modest", "m", 20)).containsOnly(BEGINS);
        assertThat(queues.waiting()).isEqualTo(20 * 64 - 50);
    }

    @Test
    void aNewcomerGetsTheFirstFreeSlotHoweverManyOthersWait() {
        DeliveryQueues queues = queues(64, 1_000, 100);
        Delivery running = delivery("hog-0", "w-0", NOW);
        queues.offer(running);
        for (int hog = 0; queues.inFlight() < 100; hog++) {
            offer(queues, "hog-" + hog, "w-" + hog, 200);
        }
        assertThat(queues.inFlight()).isEqualTo(100);
        Delivery newcomer = delivery("modest", "m", NOW);
        assertThat(queues.offer(newcomer)).isEqualTo(WAITS);

        assertThat(queues.release(running, NOW).begin()).containsExactly(newcomer);
    }

    @Test
    void organisationsTakeTurnsAndSoDoTheirWebhooks() {
        DeliveryQueues queues = queues(64, 1_000, 2);
        Delivery running = delivery("other", "o", NOW);
        assertThat(queues.offer(running)).isEqualTo(BEGINS);
        Delivery also = delivery("third", "t", NOW);
        assertThat(queues.offer(also)).isEqualTo(BEGINS);
        List<Delivery> a = offered(queues, "a", "a1", "a1", "a2");
        List<Delivery> b = offered(queues, "b", "b1");

        List<Delivery> order = new ArrayList<>();
        Queue<Delivery> ending = new ArrayDeque<>(List.of(running, also));
        while (!ending.isEmpty()) {
            List<Delivery> begun = queues.release(ending.remove(), NOW).begin();
            order.addAll(begun);
            ending.addAll(begun);
        }

        assertThat(order).containsExactly(a.get(0), b.get(0), a.get(2), a.get(1));
    }

    @Test
    void memoryIsSharedLikeSlots() {
        Delivery one = delivery("hog", "w", NOW);
        DeliveryQueues queues = new DeliveryQueues(
                new DeliveryProperties(
                        1, 1_000, 100, DataSize.ofBytes(10L * one.bytes()), Duration.ofSeconds(30), Duration.ZERO),
                100);

        assertThat(offer(queues, "hog", "w", 7).subList(0, 6))
                .containsExactly(BEGINS, WAITS, WAITS, WAITS, WAITS, WAITS);
        assertThat(offer(queues, "hog", "w", 1)).containsExactly(FULL);
        assertThat(offer(queues, "modest", "m", 3)).containsExactly(BEGINS, WAITS, WAITS);
    }

    @Test
    void clearingRemovesWaitingDeliveries() {
        DeliveryQueues queues = queues(1, 9, 100);
        Delivery first = delivery("acme", "w", NOW);
        Delivery second = delivery("acme", "w", NOW);
        queues.offer(first);
        queues.offer(second);

        assertThat(queues.clear()).containsExactly(second);
        assertThat(queues.release(first, NOW).begin()).isEmpty();
        assertThat(queues.inFlight() + queues.waiting()).isZero();
    }

    /** In any order of events limits hold, no delivery is lost, and none waits that may begin. */
    @Test
    void noDeliveryIsLostAndNoLimitExceededInAnyOrder() {
        Random random = new Random(6);
        for (int round = 0; round < 200; round++) {
            DeliveryQueues queues = queues(3, 4, 10);
            List<Delivery> running = new ArrayList<>();
            Map<OfferResult, Integer> results = new HashMap<>();
            int ended = 0;
            for (int step = 0; step < 300; step++) {
                if (running.isEmpty() || random.nextInt(100) < 55) {
                    int organisation = random.nextInt(4);
                    Delivery delivery = delivery("o" + organisation, "w" + organisation + random.nextInt(3), NOW);
                    OfferResult result = queues.offer(delivery);
                    results.merge(result, 1, Integer::sum);
                    if (result == BEGINS) {
                        running.add(delivery);
                    }
                } else {
                    Delivery finished = running.remove(random.nextInt(running.size()));
                    queues.answered(finished, random.nextInt(100) < 5);
                    running.addAll(queues.release(finished, NOW).begin());
                    ended++;
                }
                assertThat(queues.inFlight()).isEqualTo(running.size()).isLessThanOrEqualTo(10);
            }
            while (!running.isEmpty()) {
                running.addAll(queues.release(running.removeFirst(), NOW).begin());
                ended++;
            }
            assertThat(queues.waiting()).isZero();
            assertThat(ended).isEqualTo(results.getOrDefault(BEGINS, 0) + results.getOrDefault(WAITS, 0));
        }
    }

    @Test
    void onlyAFewAreInFlightWhileAllAttemptsFailAndEachSuccessAddsOne() {
        DeliveryQueues queues = queues(20, 1_000, 100);
        Queue<Delivery> inFlight = new ArrayDeque<>();
        for (int i = 0; i < 200; i++) {
            Delivery delivery = delivery("acme", "w", NOW);
            if (queues.offer(delivery) == BEGINS) {
                inFlight.add(delivery);
            }
        }
        assertThat(inFlight).hasSize(20);

        end(queues, inFlight, 15, false);
        assertThat(inFlight).as("one of the last sixteen may still succeed").hasSize(20);
        end(queues, inFlight, 30, false);
        assertThat(inFlight).hasSize(4);

        end(queues, inFlight, 3, true);
        assertThat(inFlight).hasSize(7);
        end(queues, inFlight, 30, true);
        assertThat(inFlight).hasSize(20);
        end(queues, inFlight, 200, true);
        assertThat(queues.inFlight()).isZero();
    }

    private static void end(DeliveryQueues queues, Queue<Delivery> inFlight, int most, boolean taken) {
        for (int i = 0; i < most && !inFlight.isEmpty(); i++) {
            Delivery finished = inFlight.remove();
            queues.answered(finished, taken);
            inFlight.addAll(queues.release(finished, NOW).begin());
        }
    }

    @Test
    void eachPostThatEndsAddsASlotUntilAllAreThere() {
        DeliveryQueues queues = queues(64, 1_000, 6, 2);
        Delivery first = delivery("a", "w", NOW);
        assertThat(queues.offer(first)).isEqualTo(BEGINS);
        assertThat(offer(queues, "a", "w", 6)).containsOnly(WAITS);

        List<Integer> inFlight = new ArrayList<>();
        Queue<Delivery> ending = new ArrayDeque<>(List.of(first));
        while (!ending.isEmpty()) {
            ending.addAll(queues.release(ending.remove(), NOW).begin());
            inFlight.add(queues.inFlight());
        }
        // A single organisation gets half of 3, 4, 5 and 6 slots; then no delivery waits any more.
        assertThat(inFlight).containsExactly(2, 2, 3, 3, 2, 1, 0);
    }

    static DeliveryQueues queues(int inFlight, int waiting, int inFlightInAll) {
        return queues(inFlight, waiting, inFlightInAll, inFlightInAll);
    }

    private static DeliveryQueues queues(int inFlight, int waiting, int inFlightInAll, int firstSlots) {
        return new DeliveryQueues(
                new DeliveryProperties(
                        inFlight,
                        waiting,
                        inFlightInAll,
                        DataSize.ofMegabytes(64),
                        Duration.ofSeconds(30),
                        Duration.ZERO),
                firstSlots);
    }

    static List<OfferResult> offer(DeliveryQueues queues, String organisation, String webhook, int times) {
        List<OfferResult> results = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            results.add(queues.offer(delivery(organisation, webhook, NOW)));
        }
        return results;
    }

    private static List<Delivery> offered(DeliveryQueues queues, String organisation, String... webhooks) {
        List<Delivery> all = new ArrayList<>();
        for (String webhook : webhooks) {
            Delivery delivery = delivery(organisation, webhook, NOW);
            assertThat(queues.offer(delivery)).isEqualTo(WAITS);
            all.add(delivery);
        }
        return all;
    }

    static Delivery delivery(String organisation, String webhook, long claimedNanos) {
        return new Delivery(
                0,
                new Claimed(
                        UUID.randomUUID(),
                        organisation,
                        Mode.LIVE,
                        webhook,
                        UUID.randomUUID(),
                        EventType.CHARGER_CONNECTED,
                        Instant.EPOCH),
                claimedNanos,
                BODY,
                Instant.EPOCH,
                new TraceHeaders(null, null),
                null);
    }
}
