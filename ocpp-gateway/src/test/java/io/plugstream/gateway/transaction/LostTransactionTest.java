package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.transaction.StationTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a transaction without an end still runs at its EVSE, if the station's clock is wrong. */
class LostTransactionTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));
    private final StationTracker tracker = new StationTracker(journal);

    @ParameterizedTest
    @ValueSource(ints = {-60, 0, 60})
    void aTransactionIsLostOnceALaterOneEnded(int minutesAhead) throws NotAcknowledgedException {
        reported("lost", StationEvent.Type.STARTED, 0, minutesAhead);
        reported("later", StationEvent.Type.STARTED, 10, minutesAhead);
        reported("later", StationEvent.Type.ENDED, 20, minutesAhead);

        assertThat(tracker.runningAt(1)).isEmpty();
    }

    /** The station was offline during the earlier transaction and reports it last. */
    @ParameterizedTest
    @ValueSource(ints = {-60, 0, 60})
    void anEarlierTransactionThatIsReportedLateDoesNotCount(int minutesAhead) throws NotAcknowledgedException {
        journal.now = NOON.plus(Duration.ofMinutes(30));
        reported("running", StationEvent.Type.STARTED, 30, minutesAhead);
        reported("earlier", StationEvent.Type.STARTED, 0, minutesAhead);
        reported("earlier", StationEvent.Type.ENDED, 10, minutesAhead);

        assertThat(tracker.runningAt(1)).map(StationTransaction::stationId).contains("running");
    }

    @Test
    void theNewestTransactionRunsWhicheverChangedLast() throws NotAcknowledgedException {
        reported("lost", StationEvent.Type.STARTED, 0, 0);
        reported("newest", StationEvent.Type.STARTED, 10, 0);
        reported("lost", StationEvent.Type.UPDATED, 11, 0);

        assertThat(tracker.runningAt(1)).map(StationTransaction::stationId).contains("newest");
    }

    @Test
    void theSecondOfTwoTransactionsThatWereReportedAtOnceRuns() throws NotAcknowledgedException {
        journal.kills = false;
        tracker.handle(event("lost", StationEvent.Type.STARTED, 0, 0));
        tracker.handle(event("newest", StationEvent.Type.STARTED, 10, 0));
        tracker.handle(event("lost", StationEvent.Type.UPDATED, 11, 0));

        assertThat(tracker.runningAt(1)).map(StationTransaction::stationId).contains("newest");
    }

    /** Each event arrives at once, unless it is late. */
    private void reported(String stationId, StationEvent.Type type, int minute, int minutesAhead)
            throws NotAcknowledgedException {
        journal.kills = false;
        journal.now = max(journal.now.plusMillis(1), NOON.plus(Duration.ofMinutes(minute)));
        tracker.handle(event(stationId, type, minute, minutesAhead));
    }

    private static StationEvent event(String stationId, StationEvent.Type type, int minute, int minutesAhead) {
        return new StationEvent(
                type,
                stationId,
                minute,
                NOON.plus(Duration.ofMinutes(minute + minutesAhead)),
                "Authorized",
                1,
                "TAG",
                type == StationEvent.Type.UPDATED ? "Charging" : null,
                null,
                null,
                NormalisedValues.NONE);
    }

    private static Instant max(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
