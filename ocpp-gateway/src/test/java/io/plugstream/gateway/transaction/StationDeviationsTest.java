package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Odd transactions of stations, which are counted once each. Every event is repeated, also at another gateway. */
class StationDeviationsTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));
    private final StationTracker tracker = new StationTracker(journal);

    @BeforeEach
    void live() {
        journal.kills = false;
    }

    @Test
    void anOrdinarySessionHasNone() throws NotAcknowledgedException {
        reported("a", StationEvent.Type.STARTED, 0, null, null, 1000);
        reported("a", StationEvent.Type.UPDATED, 1, 1, "TAG", 1000);
        reported("a", StationEvent.Type.ENDED, 2, null, null, 1500);
        reported("b", StationEvent.Type.STARTED, 0, 1, "TAG", 1500);
        reported("c", StationEvent.Type.STARTED, 0, 2, "TAG", 1500);

        assertThat(journal.deviations).isEmpty();
    }

    @Test
    void aSecondStartWithAnotherNumberIsOne() throws NotAcknowledgedException {
        reported("a", StationEvent.Type.STARTED, 0, 1, "TAG", 1000);
        reported("a", StationEvent.Type.STARTED, 4, 1, "TAG", null);
        reported("a", StationEvent.Type.UPDATED, 5, null, null, 1200);
        reported("a", StationEvent.Type.STARTED, 4, 1, "TAG", null);

        assertThat(journal.deviations).containsExactly(Deviation.SECOND_START);
        assertThat(journal.events.stream().map(KillableJournal.PublishedEvent::name))
                .containsExactly("started", "updated");
    }

    @Test
    void aStartWhereAnotherTransactionRunsIsOne() throws NotAcknowledgedException {
        reported("lost", StationEvent.Type.STARTED, 0, 1, "TAG", 1000);
        reported("a", StationEvent.Type.STARTED, 0, 1, "TAG", 1000);
        assertThat(journal.deviations).containsExactly(Deviation.OVERLAPPING_TRANSACTION);

        reported("a", StationEvent.Type.ENDED, 1, null, null, 1100);
        reported("b", StationEvent.Type.STARTED, 0, 1, "TAG", 1100);
        assertThat(journal.deviations)
                .as("a transaction that is lost counts once")
                .containsExactly(Deviation.OVERLAPPING_TRANSACTION);
    }

    @Test
    void theEvseMayBecomeKnownAfterTheStart() throws NotAcknowledgedException {
        reported("a", StationEvent.Type.STARTED, 0, 1, "TAG", 1000);
        reported("b", StationEvent.Type.STARTED, 0, null, "TAG", 1000);
        assertThat(journal.deviations).isEmpty();

        reported("b", StationEvent.Type.UPDATED, 1, 1, null, 1000);
        assertThat(journal.deviations).containsExactly(Deviation.OVERLAPPING_TRANSACTION);
    }

    @Test
    void theLateStartOfAnEndedTransactionOverlapsNone() throws NotAcknowledgedException {
        reported("a", StationEvent.Type.ENDED, 1, 1, null, 1000);
        reported("b", StationEvent.Type.STARTED, 0, 1, "TAG", 1000);
        reported("a", StationEvent.Type.STARTED, 0, 1, "TAG", 900);

        assertThat(journal.deviations).isEmpty();
    }

    @Test
    void anEndWithoutAnyRegisterIsOne() throws NotAcknowledgedException {
        reported("a", StationEvent.Type.STARTED, 0, 1, "TAG", null);
        reported("a", StationEvent.Type.UPDATED, 1, null, null, null);
        reported("a", StationEvent.Type.ENDED, 2, null, null, null);
        assertThat(journal.deviations).containsExactly(Deviation.MISSING_REGISTER);

        reported("b", StationEvent.Type.ENDED, 1, null, null, null);
        assertThat(journal.deviations).containsExactly(Deviation.MISSING_REGISTER);
        reported("b", StationEvent.Type.STARTED, 0, 2, "TAG", null);
        assertThat(journal.deviations).containsExactly(Deviation.MISSING_REGISTER, Deviation.MISSING_REGISTER);
    }

    @Test
    void aTransactionThatIsNeverPublishedNeedsNoRegister() throws NotAcknowledgedException {
        reported("a", StationEvent.Type.STARTED, 0, 1, null, null);
        reported("a", StationEvent.Type.ENDED, 1, null, null, null);

        assertThat(journal.events).isEmpty();
        assertThat(journal.deviations).isEmpty();
    }

    private void reported(
            String id,
            StationEvent.Type type,
            int seqNo,
            @Nullable Integer evseId,
            @Nullable String token,
            @Nullable Integer register)
            throws NotAcknowledgedException {
        StationEvent event = new StationEvent(
                type,
                id,
                seqNo,
                NOON.plusSeconds(seqNo),
                "Trigger",
                evseId,
                token,
                null,
                null,
                null,
                register == null
                        ? NormalisedValues.NONE
                        : new NormalisedValues(List.of(reading(seqNo, register)), List.of()));
        journal.now = journal.now.plusSeconds(1);
        var _ = tracker.handle(event);
        var _ = tracker.handle(event);
        var _ = new StationTracker(journal).handle(event);
    }

    private static MeterValue reading(int second, int register) {
        return new MeterValue(
                NOON.plusSeconds(second),
                "Energy.Active.Import.Register",
                BigDecimal.valueOf(register),
                "Wh",
                null,
                "Outlet",
                "Sample.Periodic");
    }
}
