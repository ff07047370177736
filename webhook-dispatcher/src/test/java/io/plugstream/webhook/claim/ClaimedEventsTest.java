package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ClaimedEventsTest {

    private final Instant noon = Instant.parse("2026-01-31T12:00:00Z");
    private final ClaimedEvents events = new ClaimedEvents(Duration.ofMinutes(15), 1_000_000);

    @Test
    void remembersWhereAnEventWasFirstRead() {
        UUID event = UUID.randomUUID();
        UUID sample = UUID.randomUUID();
        events.add(event, "charger-events", 7, noon);
        events.add(event, "charger-events", 9, noon);
        events.add(sample, "webhook-tests", 1L << 50, noon);

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
            events.add(ids.get(second), "charger-events", second, noon.plusSeconds(second));
            events.forget(noon.plusSeconds(second));
            assertThat(events.placeOf(ids.get(Math.max(0, second - 900)))).isNotNull();
            if (second >= 961) {
                assertThat(events.placeOf(ids.get(second - 961))).isNull();
            }
        }
        events.forget(noon.plus(Duration.ofHours(2)));
        assertThat(events.size()).isZero();
    }

    @Test
    void forgetsTheOldestEventsRatherThanExceedItsSize() {
        ClaimedEvents few = new ClaimedEvents(Duration.ofMinutes(15), 100);
        UUID last = UUID.randomUUID();
        for (int second = 0; second < 900; second++) {
            last = UUID.randomUUID();
            few.add(last, "charger-events", second, noon.plusSeconds(second));
        }
        assertThat(few.size()).isBetween(40, 100);
        assertThat(few.placeOf(last)).isNotNull();
    }

    @Test
    void eventsAreFoundAfterTheClockWentBack() {
        UUID event = UUID.randomUUID();
        events.add(UUID.randomUUID(), "charger-events", 1, noon);
        events.add(event, "charger-events", 2, noon.minusSeconds(90));

        assertThat(events.placeOf(event)).isNotNull();
    }
}
