package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.KillableJournal.PublishedEvent;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A station that counts its transactions anew after a restart. */
class ReusedStationIdTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));

    @Test
    void anIdOfAnEndedTransactionMayNameAnotherOne() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0);
        reported(StationEvent.Type.ENDED, 1, 10);
        reported(StationEvent.Type.STARTED, 0, 60);
        reported(StationEvent.Type.STARTED, 0, 60);
        reported(StationEvent.Type.ENDED, 1, 70);

        assertThat(journal.events)
                .containsExactly(
                        new PublishedEvent("started", 1),
                        new PublishedEvent("stopped", 1),
                        new PublishedEvent("started", 2),
                        new PublishedEvent("stopped", 2));
    }

    @Test
    void aRepeatedBeginIsNoOtherTransactionThoughTheClockWasCorrected() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 120);
        reported(StationEvent.Type.ENDED, 1, 10);
        reported(StationEvent.Type.STARTED, 0, 120);

        assertThat(journal.events).containsExactly(new PublishedEvent("started", 1), new PublishedEvent("stopped", 1));
    }

    @Test
    void aRunningTransactionKeepsItsId() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0);
        reported(StationEvent.Type.STARTED, 0, 60);
        reported(StationEvent.Type.ENDED, 1, 70);

        assertThat(journal.events).containsExactly(new PublishedEvent("started", 1), new PublishedEvent("stopped", 1));
    }

    /** Each event reaches another gateway. */
    private void reported(StationEvent.Type type, int seqNo, int minute) throws NotAcknowledgedException {
        journal.kills = false;
        new StationTracker(journal)
                .handle(new StationEvent(
                        type,
                        "1",
                        seqNo,
                        NOON.plus(Duration.ofMinutes(minute)),
                        "Authorized",
                        1,
                        "TAG",
                        null,
                        null,
                        null,
                        NormalisedValues.NONE));
    }
}
