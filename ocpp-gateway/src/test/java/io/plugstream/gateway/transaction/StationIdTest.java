package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.KillableJournal.PublishedEvent;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The ids that stations give to their transactions. */
class StationIdTest {

    /** OCPP 2.0.1, part 2, section 2: an identifierString has no case. */
    @Test
    void idsThatDifferOnlyInCaseNameOneTransaction() throws NotAcknowledgedException {
        KillableJournal journal = new KillableJournal(new Random(1));
        journal.kills = false;
        StationTracker tracker = new StationTracker(journal);

        tracker.handle(event(StationEvent.Type.STARTED, "4f3A", 0));
        tracker.handle(event(StationEvent.Type.UPDATED, "4F3A", 1));
        tracker.handle(event(StationEvent.Type.ENDED, "4f3a", 2));

        assertThat(journal.events).containsExactly(new PublishedEvent("started", 1), new PublishedEvent("stopped", 1));
    }

    private static StationEvent event(StationEvent.Type type, String stationId, int seqNo) {
        return new StationEvent(
                type,
                stationId,
                seqNo,
                NOON.plusSeconds(seqNo),
                "Trigger",
                1,
                type == StationEvent.Type.STARTED ? "TAG" : null,
                null,
                null,
                null,
                NormalisedValues.NONE);
    }
}
