package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.ReusedStationIdTest.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.transaction.StationTransaction;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A station that counts the events of a transaction anew after a restart. */
class RestartedNumbersTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));

    @BeforeEach
    void withoutKills() {
        journal.kills = false;
    }

    /** Some stations count the events of all their transactions together. */
    @Test
    void numbersThatBeginAgainBelowTheBeginsTellNoOrder() throws NotAcknowledgedException {
        StationTracker tracker = new StationTracker(journal);
        tracker.handle(event(StationEvent.Type.STARTED, 57, 0, null));
        tracker.handle(event(StationEvent.Type.UPDATED, 58, 10, 1000));
        tracker.handle(event(StationEvent.Type.UPDATED, 59, 20, 5000));
        tracker.handle(event(StationEvent.Type.UPDATED, 0, 40, 5100));
        StationTransaction running = tracker.handle(event(StationEvent.Type.UPDATED, 1, 50, 6000));
        assertThat(StationPublication.meter(running)).isEqualTo(new StationFacts.Meter(1000, 6000));
        tracker.handle(event(StationEvent.Type.ENDED, 2, 60, null));

        assertThat(journal.meterStart).isEqualTo(1000);
        assertThat(journal.meterStop).isEqualTo(6000);
    }

    @Test
    void noReadingIsLostWhenTheNumbersOfARunningTransactionBeginAgain() throws NotAcknowledgedException {
        handle(StationEvent.Type.STARTED, 0, 0, 1000);
        handle(StationEvent.Type.UPDATED, 1, 10, 1100);
        handle(StationEvent.Type.UPDATED, 2, 20, 1200);
        handle(StationEvent.Type.UPDATED, 0, 40, 1300);
        handle(StationEvent.Type.UPDATED, 1, 50, 1400);
        handle(StationEvent.Type.ENDED, 2, 60, null);

        assertThat(journal.updates)
                .extracting(value -> value.value().intValue())
                .containsExactly(1100, 1200, 1300, 1400);
        assertThat(journal.meterStop).isEqualTo(1400);
    }

    @Test
    void theNumbersMayBeginAgainOnTheSameConnection() throws NotAcknowledgedException {
        StationTracker tracker = new StationTracker(journal);
        tracker.handle(event(StationEvent.Type.STARTED, 0, 0, 1000));
        tracker.handle(event(StationEvent.Type.UPDATED, 1, 10, 1100));
        tracker.handle(event(StationEvent.Type.UPDATED, 2, 20, 1200));
        tracker.handle(event(StationEvent.Type.UPDATED, 0, 40, 1300));
        tracker.handle(event(StationEvent.Type.UPDATED, 1, 50, 1400));
        tracker.handle(event(StationEvent.Type.UPDATED, 1, 50, 1400));
        tracker.handle(event(StationEvent.Type.ENDED, 2, 60, null));

        assertThat(journal.meterStop).isEqualTo(1400);
    }

    /** Each event reaches another gateway. */
    private void handle(StationEvent.Type type, int seqNo, int minute, @Nullable Integer register)
            throws NotAcknowledgedException {
        new StationTracker(journal).handle(event(type, seqNo, minute, register));
    }
}
