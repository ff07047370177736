package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClaimedEventsTest {

    private final ClaimedEvents events = new ClaimedEvents(Duration.ofMinutes(15), 1_000_000, this::nanos);
    private final ClaimedEvents few = new ClaimedEvents(Duration.ofMinutes(15), 100, this::nanos);
    private long seconds;

    @Test
    void remembersWhereAnEventWasFirstRead() {
        UUID event = UUID.randomUUID();
        UUID sample = UUID.randomUUID();
        events.add(event, "charger-events", 7, Duration.ZERO);
        events.add(event, "charger-events", 9, Duration.ZERO);
        events.add(sample, "webhook-tests", 1L << 50, Duration.ZERO);

        assertThat(events.placeOf(event)).isEqualTo(new ClaimedEvents.Place("charger-events", 7));
        assertThat(events.placeOf(sample)).isEqualTo(new ClaimedEvents.Place("webhook-tests", 1L << 50));
        assertThat(events.placeOf(UUID.randomUUID())).isNull();
        assertThat(events.size()).isEqualTo(2);
    }

    @Test
    void forgetsEventsSoonAfterTheirTimeAndNotBefore() {
        List<UUID> ids = new ArrayList<>();
        for (int second = 0; second < 3_600; second++) {
            ids.add(UUID.randomUUID());
            seconds = second;
            events.add(ids.get(second), "charger-events", second, Duration.ZERO);
            events.forget();
            assertThat(events.placeOf(ids.get(Math.max(0, second - 900)))).isNotNull();
            if (second >= 961) {
                assertThat(events.placeOf(ids.get(second - 961))).isNull();
            }
        }
        seconds += 7_200;
        events.forget();
        assertThat(events.size()).isZero();
    }

    @Test
    void forgetsTheOldestEventsRatherThanExceedItsSize() {
        UUID last = UUID.randomUUID();
        for (int second = 0; second < 900; second++) {
            seconds = second;
            last = UUID.randomUUID();
            few.add(last, "charger-events", second, Duration.ZERO);
        }
        assertThat(few.size()).isBetween(40, 100);
        assertThat(few.placeOf(last)).isNotNull();
    }

    /** Also after the former owner's clock went back by hours, when all its claims seem to be made later than now. */
    @Test
    void manyEventsOfOneMomentDoNotExceedItsSize() {
        UUID last = UUID.randomUUID();
        few.add(UUID.randomUUID(), "charger-events", 0, Duration.ZERO);
        for (int offset = 1; offset <= 1_000; offset++) {
            last = UUID.randomUUID();
            few.add(last, "charger-events", offset, Duration.ofHours(-3));
        }
        assertThat(few.size()).isBetween(40, 100);
        assertThat(few.placeOf(last)).isNotNull();
    }

    @Test
    void eventsOfTheLogAreForgottenByTheirAge() {
        UUID tooOld = UUID.randomUUID();
        UUID old = UUID.randomUUID();
        UUID young = UUID.randomUUID();
        events.add(tooOld, "charger-events", 0, Duration.ofSeconds(Long.MAX_VALUE));
        events.add(old, "charger-events", 1, Duration.ofMinutes(14));
        events.add(young, "charger-events", 2, Duration.ofMinutes(1));
        assertThat(events.placeOf(tooOld)).isNull();
        assertThat(events.placeOf(old)).isNotNull();

        seconds += 180;
        events.forget();
        assertThat(events.placeOf(old)).isNull();
        assertThat(events.placeOf(young)).isNotNull();
    }

    /** Two former owners, the earlier with a clock behind. */
    @Test
    void anEventClaimedLaterIsNotForgottenEarlierThoughItSeemsOlder() {
        UUID older = UUID.randomUUID();
        UUID younger = UUID.randomUUID();
        events.add(older, "charger-events", 1, Duration.ofMinutes(2));
        events.add(younger, "charger-events", 2, Duration.ofMinutes(14));

        seconds += 780;
        events.forget();

        assertThat(events.placeOf(older)).isNotNull();
        assertThat(events.placeOf(younger)).isNotNull();
    }

    private long nanos() {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
