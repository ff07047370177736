package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.deliver.Lines.Place;
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

class LinesTest {

    private static final EventBody BODY = EventBody.of(Events.connected("acme").envelope());
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final Instant LONG_AGO = NOW.minusSeconds(30);

    @Test
    void soManyBeginSoManyWaitTheRestFindsTheLineFull() {
        Lines lines = lines(2, 2, 100);

        assertThat(places(lines, "acme", "w", 6))
                .containsExactly(Place.BEGINS, Place.BEGINS, Place.WAITS, Place.WAITS, Place.FULL, Place.FULL);
        assertThat(places(lines, "acme", "v", 1)).containsExactly(Place.BEGINS);
        assertThat(lines.inFlight()).isEqualTo(3);
        assertThat(lines.waiting()).isEqualTo(2);
        assertThat(lines.longest(5)).isEqualTo(Map.of("w", 2));
    }

    @Test
    void thoseThatWaitBeginInTheirOrderAsPlacesBecomeFree() {
        Lines lines = lines(1, 9, 100);
        Delivery first = delivery("acme", "w", NOW);
        Delivery second = delivery("acme", "w", NOW);
        Delivery third = delivery("acme", "w", NOW);
        List.of(first, second, third).forEach(lines::offer);

        assertThat(lines.over(first, LONG_AGO).begin()).containsExactly(second);
        assertThat(lines.over(second, LONG_AGO).begin()).containsExactly(third);
        assertThat(lines.over(third, LONG_AGO).begin()).isEmpty();
        assertThat(lines.inFlight()).isZero();
        assertThat(lines.offer(delivery("acme", "w", NOW))).isEqualTo(Place.BEGINS);
    }

    @Test
    void whatWaitedTooLongIsShedAndTheNextBegins() {
        Lines lines = lines(1, 9, 100);
        Delivery first = delivery("acme", "w", NOW);
        Delivery old = delivery("acme", "w", LONG_AGO.minusMillis(1));
        Delivery young = delivery("acme", "w", LONG_AGO);
        List.of(first, old, young).forEach(lines::offer);

        Lines.Next next = lines.over(first, LONG_AGO);

        assertThat(next.shed()).containsExactly(old);
        assertThat(next.begin()).containsExactly(young);
        assertThat(lines.waiting()).isZero();
    }

    @Test
    void oneOrganisationTakesHalfOfThePlacesAtMostHoweverManyWebhooksItHas() {
        Lines lines = lines(64, 1_000, 100);
        for (int webhook = 0; webhook < 20; webhook++) {
            places(lines, "hog", "hog-" + webhook, 64);
        }
        assertThat(lines.inFlight()).isEqualTo(50);

        assertThat(places(lines, "modest", "m", 20)).containsOnly(Place.BEGINS);
        assertThat(lines.waiting()).isEqualTo(20 * 64 - 50);
    }

    @Test
    void howeverManyHogsWaitANewcomerHasTheFirstPlaceThatBecomesFree() {
        Lines lines = lines(64, 1_000, 100);
        Delivery running = delivery("hog-0", "w-0", NOW);
        lines.offer(running);
        for (int hog = 0; lines.inFlight() < 100; hog++) {
            places(lines, "hog-" + hog, "w-" + hog, 200);
        }
        assertThat(lines.inFlight()).isEqualTo(100);
        Delivery newcomer = delivery("modest", "m", NOW);
        assertThat(lines.offer(newcomer)).isEqualTo(Place.WAITS);

        assertThat(lines.over(running, LONG_AGO).begin()).containsExactly(newcomer);
    }

    @Test
    void organisationsTakeTurnsAndSoDoTheWebhooksOfOne() {
        Lines lines = lines(64, 1_000, 2);
        Delivery running = delivery("other", "o", NOW);
        assertThat(lines.offer(running)).isEqualTo(Place.BEGINS);
        Delivery also = delivery("third", "t", NOW);
        assertThat(lines.offer(also)).isEqualTo(Place.BEGINS);
        List<Delivery> a = offered(lines, "a", "a1", "a1", "a2");
        List<Delivery> b = offered(lines, "b", "b1");

        List<Delivery> order = new ArrayList<>();
        Queue<Delivery> ending = new ArrayDeque<>(List.of(running, also));
        while (!ending.isEmpty()) {
            List<Delivery> begun = lines.over(ending.remove(), LONG_AGO).begin();
            order.addAll(begun);
            ending.addAll(begun);
        }

        assertThat(order).containsExactly(a.get(0), b.get(0), a.get(2), a.get(1));
    }

    @Test
    void memoryIsSharedLikePlaces() {
        Delivery one = delivery("hog", "w", NOW);
        Lines lines = new Lines(
                new DeliveryProperties(
                        1, 1_000, 100, DataSize.ofBytes(10L * one.bytes()), Duration.ofSeconds(30), Duration.ZERO),
                100);

        assertThat(places(lines, "hog", "w", 7).subList(0, 6))
                .containsExactly(Place.BEGINS, Place.WAITS, Place.WAITS, Place.WAITS, Place.WAITS, Place.WAITS);
        assertThat(places(lines, "hog", "w", 1)).containsExactly(Place.FULL);
        assertThat(places(lines, "modest", "m", 3)).containsExactly(Place.BEGINS, Place.WAITS, Place.WAITS);
    }

    @Test
    void clearingTakesOutThoseThatWait() {
        Lines lines = lines(1, 9, 100);
        Delivery first = delivery("acme", "w", NOW);
        Delivery second = delivery("acme", "w", NOW);
        lines.offer(first);
        lines.offer(second);

        assertThat(lines.clear()).containsExactly(second);
        assertThat(lines.over(first, LONG_AGO).begin()).isEmpty();
        assertThat(lines.inFlight() + lines.waiting()).isZero();
    }

    @Test
    void lateDeliveriesHaveTwiceThePlaces() {
        Lines lines = lines(2, 30, 100);
        Claimed claim = delivery("acme", "w", NOW).claim();
        assertThat(lines.room(claim)).isEqualTo(4);

        places(lines, "acme", "w", 3);
        assertThat(lines.room(claim)).isEqualTo(1);
        places(lines, "acme", "w", 2);
        assertThat(lines.room(claim)).isNegative();
    }

    /** In any order of events limits hold, no delivery is lost, and none waits that may begin. */
    @Test
    void nothingIsLostAndNoBoundIsCrossedInAnyOrder() {
        Random random = new Random(6);
        for (int round = 0; round < 200; round++) {
            Lines lines = lines(3, 4, 10);
            List<Delivery> running = new ArrayList<>();
            Map<Place, Integer> places = new HashMap<>();
            int ended = 0;
            for (int step = 0; step < 300; step++) {
                if (running.isEmpty() || random.nextInt(100) < 55) {
                    int organisation = random.nextInt(4);
                    Delivery delivery = delivery("o" + organisation, "w" + organisation + random.nextInt(3), NOW);
                    Place place = lines.offer(delivery);
                    places.merge(place, 1, Integer::sum);
                    if (place == Place.BEGINS) {
                        running.add(delivery);
                    }
                } else {
                    Delivery over = running.remove(random.nextInt(running.size()));
                    lines.answered(over, random.nextInt(100) < 5);
                    running.addAll(lines.over(over, LONG_AGO).begin());
                    ended++;
                }
                assertThat(lines.inFlight()).isEqualTo(running.size()).isLessThanOrEqualTo(10);
            }
            while (!running.isEmpty()) {
                running.addAll(lines.over(running.removeFirst(), LONG_AGO).begin());
                ended++;
            }
            assertThat(lines.waiting()).isZero();
            assertThat(ended).isEqualTo(places.getOrDefault(Place.BEGINS, 0) + places.getOrDefault(Place.WAITS, 0));
        }
    }

    @Test
    void whileAllAttemptsFailOnlyAFewAreInFlightAndEachThatIsTakenMakesRoomForOneMore() {
        Lines lines = lines(20, 1_000, 100);
        Queue<Delivery> inFlight = new ArrayDeque<>();
        for (int i = 0; i < 200; i++) {
            Delivery delivery = delivery("acme", "w", NOW);
            if (lines.offer(delivery) == Place.BEGINS) {
                inFlight.add(delivery);
            }
        }
        assertThat(inFlight).hasSize(20);

        end(lines, inFlight, 15, false);
        assertThat(inFlight).as("one of the last sixteen may still succeed").hasSize(20);
        end(lines, inFlight, 30, false);
        assertThat(inFlight).hasSize(4);

        end(lines, inFlight, 3, true);
        assertThat(inFlight).hasSize(7);
        end(lines, inFlight, 30, true);
        assertThat(inFlight).hasSize(20);
        end(lines, inFlight, 200, true);
        assertThat(lines.inFlight()).isZero();
    }

    private static void end(Lines lines, Queue<Delivery> inFlight, int most, boolean taken) {
        for (int i = 0; i < most && !inFlight.isEmpty(); i++) {
            Delivery over = inFlight.remove();
            lines.answered(over, taken);
            inFlight.addAll(lines.over(over, LONG_AGO).begin());
        }
    }

    @Test
    void eachPostThatEndsMakesRoomForOneMoreUntilAllPlacesAreThere() {
        Lines lines = lines(64, 1_000, 6, 2);
        Delivery first = delivery("a", "w", NOW);
        assertThat(lines.offer(first)).isEqualTo(Place.BEGINS);
        assertThat(places(lines, "a", "w", 6)).containsOnly(Place.WAITS);

        List<Integer> inFlight = new ArrayList<>();
        Queue<Delivery> ending = new ArrayDeque<>(List.of(first));
        while (!ending.isEmpty()) {
            ending.addAll(lines.over(ending.remove(), LONG_AGO).begin());
            inFlight.add(lines.inFlight());
        }
        // A single organisation gets half of 3, 4, 5 and 6 places; then no delivery waits any more.
        assertThat(inFlight).containsExactly(2, 2, 3, 3, 2, 1, 0);
    }

    private static Lines lines(int inFlight, int waiting, int inFlightInAll) {
        return lines(inFlight, waiting, inFlightInAll, inFlightInAll);
    }

    private static Lines lines(int inFlight, int waiting, int inFlightInAll, int firstPlaces) {
        return new Lines(
                new DeliveryProperties(
                        inFlight,
                        waiting,
                        inFlightInAll,
                        DataSize.ofMegabytes(64),
                        Duration.ofSeconds(30),
                        Duration.ZERO),
                firstPlaces);
    }

    private static List<Place> places(Lines lines, String organisation, String webhook, int times) {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            places.add(lines.offer(delivery(organisation, webhook, NOW)));
        }
        return places;
    }

    private static List<Delivery> offered(Lines lines, String organisation, String... webhooks) {
        List<Delivery> all = new ArrayList<>();
        for (String webhook : webhooks) {
            Delivery delivery = delivery(organisation, webhook, NOW);
            assertThat(lines.offer(delivery)).isEqualTo(Place.WAITS);
            all.add(delivery);
        }
        return all;
    }

    private static Delivery delivery(String organisation, String webhook, Instant claimedAt) {
        return new Delivery(
                0,
                new Claimed(
                        UUID.randomUUID(),
                        organisation,
                        Mode.LIVE,
                        webhook,
                        UUID.randomUUID(),
                        EventType.CHARGER_CONNECTED,
                        claimedAt),
                BODY,
                claimedAt,
                new TraceHeaders(null, null),
                false);
    }
}
