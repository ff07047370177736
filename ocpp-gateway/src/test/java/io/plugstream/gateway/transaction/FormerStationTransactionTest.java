package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.KillableJournal.PublishedEvent;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of a transaction that arrive after the station gave its id to another one. */
class FormerStationTransactionTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));

    @BeforeEach
    void receiveInTime() {
        journal.kills = false;
        journal.now = NOON.plus(Duration.ofHours(2));
    }

    /** The station restarted without the answer to the end. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aRepeatedEndOfTheFormerOneDoesNotEndTheNextOne(int nextSeqNo) throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, 1000);
        reported(StationEvent.Type.ENDED, 1, 10, 1500);
        reported(StationEvent.Type.STARTED, nextSeqNo, 60, 5000);
        reported(StationEvent.Type.ENDED, 1, 10, 1500);
        reported(StationEvent.Type.ENDED, nextSeqNo + 1, 70, 6000);

        assertThat(journal.events)
                .containsExactly(
                        new PublishedEvent("started", 1),
                        new PublishedEvent("stopped", 1),
                        new PublishedEvent("started", 2),
                        new PublishedEvent("stopped", 2));
        assertThat(journal.meterStart).isEqualTo(5000);
        assertThat(journal.meterStop).isEqualTo(6000);
    }

    @Test
    void aRepeatedEndOfTheFormerOneAfterThatOfTheNextOneHasNoEffect() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, 1000);
        reported(StationEvent.Type.ENDED, 1, 10, 1500);
        reported(StationEvent.Type.STARTED, 0, 60, 5000);
        reported(StationEvent.Type.ENDED, 1, 70, 6000);
        int notes = journal.notes;
        reported(StationEvent.Type.ENDED, 1, 10, 1500);

        assertThat(journal.events).hasSize(4);
        assertThat(journal.notes).isEqualTo(notes);
    }

    /** The station kept the end of the transaction that it had lost. */
    @Test
    void aLateEndOfTheFormerOneEndsThat() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, 1000, 1);
        reported(StationEvent.Type.STARTED, 0, 60, 5000, 2);
        reported(StationEvent.Type.ENDED, 7, 50, 1500);
        assertThat(journal.events)
                .containsExactly(
                        new PublishedEvent("started", 1),
                        new PublishedEvent("started", 2),
                        new PublishedEvent("stopped", 1));
        assertThat(journal.meterStart).isEqualTo(1000);
        assertThat(journal.meterStop).isEqualTo(1500);

        reported(StationEvent.Type.ENDED, 1, 70, 6000);
        assertThat(journal.events).last().isEqualTo(new PublishedEvent("stopped", 2));
        assertThat(journal.meterStart).isEqualTo(5000);
        assertThat(journal.meterStop).isEqualTo(6000);
    }

    @Test
    void lateReadingsOfTheFormerOneAreNotThoseOfTheNextOne() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, 1000);
        reported(StationEvent.Type.ENDED, 2, 10, 1500);
        reported(StationEvent.Type.STARTED, 0, 60, 5000);
        reported(StationEvent.Type.UPDATED, 1, 5, 1200);
        reported(StationEvent.Type.ENDED, 3, 70, 6000);

        assertThat(journal.updates).isEmpty();
        assertThat(journal.recorded).extracting(MeterValue::value).contains(BigDecimal.valueOf(1200));
        assertThat(journal.meterStart).isEqualTo(5000);
    }

    /** The clock was ahead when the next transaction began. */
    @Test
    void anEndBeforeAnImpossibleBeginIsThatOfTheNextOne() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, 1000);
        reported(StationEvent.Type.ENDED, 1, 10, 1500);
        reported(StationEvent.Type.STARTED, 0, 600, 5000);
        reported(StationEvent.Type.ENDED, 1, 130, 6000);

        assertThat(journal.events).last().isEqualTo(new PublishedEvent("stopped", 2));
    }

    private void reported(StationEvent.Type type, int seqNo, int minute, int register) throws NotAcknowledgedException {
        reported(type, seqNo, minute, register, 1);
    }

    /** Each event reaches another gateway. */
    private void reported(StationEvent.Type type, int seqNo, int minute, int register, int evseId)
            throws NotAcknowledgedException {
        MeterValue reading = new MeterValue(
                NOON.plus(Duration.ofMinutes(minute)),
                "Energy.Active.Import.Register",
                BigDecimal.valueOf(register),
                "Wh",
                null,
                "Outlet",
                "Sample.Periodic");
        new StationTracker(journal)
                .handle(new StationEvent(
                        type,
                        "1",
                        seqNo,
                        NOON.plus(Duration.ofMinutes(minute)),
                        "Trigger",
                        type == StationEvent.Type.STARTED ? evseId : null,
                        type == StationEvent.Type.STARTED ? "TAG" : null,
                        null,
                        null,
                        null,
                        new NormalisedValues(List.of(reading), List.of())));
    }
}
