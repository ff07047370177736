package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.KillableJournal.PublishedEvent;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A station that delivers events of an ended transaction days later. */
class LongAbsentStationTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));

    @BeforeEach
    void receiveInTime() {
        journal.kills = false;
    }

    /** Nothing showed that energy flowed, so nothing was published. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void missingEventsCompleteAnEndedTransaction(boolean othersFirst) throws NotAcknowledgedException {
        reported("lost", StationEvent.Type.STARTED, 0, null, null);
        reported("lost", StationEvent.Type.ENDED, 3, null, null);
        assertThat(journal.events).isEmpty();

        returnAfter(Duration.ofDays(2), othersFirst);
        reported("lost", StationEvent.Type.UPDATED, 1, 1, "TAG");
        reported("lost", StationEvent.Type.UPDATED, 2, null, null);

        assertThat(ofTheFirst()).containsExactly("started", "stopped");
    }

    /** Energy flowed, but the gateway died while it waited for the missing events. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEndThatStillWaitedIsPublishedWhenTheStationReturns(boolean othersFirst) throws NotAcknowledgedException {
        reported("lost", StationEvent.Type.STARTED, 0, null, null);
        reported(charging("lost", 3));
        assertThat(journal.events).isEmpty();

        returnAfter(Duration.ofDays(2), othersFirst);
        new StationTracker(journal).settle();
        reported("lost", StationEvent.Type.UPDATED, 1, 1, "TAG");

        assertThat(ofTheFirst()).containsExactly("started", "stopped");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMissingBeginCompletesAnOrphan(boolean othersFirst) throws NotAcknowledgedException {
        reported("lost", StationEvent.Type.ENDED, 3, null, null);

        returnAfter(Duration.ofDays(2), othersFirst);
        reported("lost", StationEvent.Type.UPDATED, 2, null, null);
        reported("lost", StationEvent.Type.STARTED, 0, 1, "TAG");

        assertThat(ofTheFirst()).containsExactly("orphaned", "started", "stopped");
    }

    private void returnAfter(Duration absence, boolean othersFirst) throws NotAcknowledgedException {
        journal.now = journal.now.plus(absence);
        if (othersFirst) {
            reported("another", StationEvent.Type.STARTED, 0, 1, "TAG");
        }
    }

    private List<String> ofTheFirst() {
        return journal.events.stream()
                .filter(event -> event.transactionId() == 1)
                .map(PublishedEvent::name)
                .toList();
    }

    private void reported(
            String stationId, StationEvent.Type type, int seqNo, @Nullable Integer evseId, @Nullable String token)
            throws NotAcknowledgedException {
        reported(event(stationId, type, seqNo, evseId, token, null));
    }

    private void reported(StationEvent event) throws NotAcknowledgedException {
        new StationTracker(journal).handle(event);
    }

    private static StationEvent charging(String stationId, int seqNo) {
        return event(stationId, StationEvent.Type.ENDED, seqNo, null, null, "Charging");
    }

    private static StationEvent event(
            String stationId,
            StationEvent.Type type,
            int seqNo,
            @Nullable Integer evseId,
            @Nullable String token,
            @Nullable String chargingState) {
        return new StationEvent(
                type,
                stationId,
                seqNo,
                NOON.plusSeconds(seqNo),
                "Trigger",
                evseId,
                token,
                chargingState,
                null,
                null,
                NormalisedValues.NONE);
    }
}
