package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.deliver.EventBody;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final TopicPartition PARTITION = new TopicPartition("charger-events", 0);
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");
    private static final EventBody BODY = EventBody.of(Events.connected("acme").envelope());

    private int room;
    private int roomInAll = Integer.MAX_VALUE;
    private final Pace pace = new Pace(() -> roomInAll, _ -> room, Duration.ofSeconds(1));

    @Test
    void onlyLateEventsWaitForRoom() {
        assertThat(admits(0, 1_000)).isTrue();
        assertThat(admits(0, 1_001)).isFalse();

        room = 2;
        assertThat(admits(0, 1_001)).as("one was admitted in this turn").isTrue();
        assertThat(admits(0, 1_001)).isFalse();
        pace.begin();
        assertThat(admits(0, 1_001)).isTrue();
    }

    @Test
    void lateEventsWaitForRoomInAll() {
        room = Integer.MAX_VALUE;
        roomInAll = 2;

        assertThat(IntStream.range(0, 4).mapToObj(_ -> admits(0, 5_000))).containsExactly(true, true, false, false);
        pace.begin();
        assertThat(admits(0, 5_000)).isTrue();
    }

    @Test
    void anEventWaitsUntilTheMiddleBetweenItsTimeAndTheEndOfTheBacklog() {
        assertThat(admits(0, 10_000)).as("found: it is to be gone after 30 s").isFalse();

        assertThat(admits(0, 15_000)).isFalse();
        assertThat(admits(0, 15_001)).isTrue();
        assertThat(admits(10_000, 20_000)).isFalse();
        assertThat(admits(10_000, 20_001)).isTrue();
        assertThat(admits(28_500, 29_900)).isTrue();
    }

    @Test
    void theNextAbsenceIsAnotherBacklog() {
        assertThat(admits(0, 2_000)).isFalse();
        assertThat(admits(3_000, 3_100)).as("the partition has caught up").isTrue();
        assertThat(admits(3_200, 5_200)).isFalse();

        assertThat(admits(9_200, 9_201)).isTrue();
        assertThat(admits(60_000, 70_000)).isFalse();
        assertThat(admits(90_001, 95_000))
                .as("nothing came between two absences")
                .isFalse();
    }

    /** 100 events a second for a receiver that takes 71, after two seconds in which nothing was claimed. */
    @Test
    void aWebhookThatTakesFewerEventsThanComeDelaysOthersForTwiceTheAbsence() {
        double taken = 0;
        int claimed = 0;
        long longest = 0;
        long lastLate = 0;
        for (long now = 2_000; now < 120_000; now += 20) {
            taken = Math.min(claimed, taken + 71 * 0.02);
            room = (int) (128 - (claimed - taken));
            pace.begin();
            while (claimed * 10L <= now && admits(claimed * 10L, now)) {
                long age = now - claimed * 10L;
                longest = Math.max(longest, age);
                lastLate = age > 1_000 ? now : lastLate;
                claimed++;
            }
        }
        assertThat(longest).isLessThanOrEqualTo(3_000);
        assertThat(lastLate).isLessThanOrEqualTo(6_000);
    }

    private boolean admits(long appended, long now) {
        Claimed claim = new Claimed(
                UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_CONNECTED, START);
        Delivery delivery = new Delivery(0, claim, 0, BODY, START, new TraceHeaders(null, null), null);
        return pace.admits(PARTITION, START.plusMillis(appended), List.of(delivery), START.plusMillis(now));
    }
}
