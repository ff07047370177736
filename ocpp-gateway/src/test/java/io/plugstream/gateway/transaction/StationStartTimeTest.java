package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a station's transaction started, by the station's clock. */
class StationStartTimeTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));
    private final StationTracker tracker = new StationTracker(journal);

    @BeforeEach
    void live() {
        journal.kills = false;
    }

    @Test
    void itStartsWithTheEventThatCompletesIt() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, 1, null, 1000);
        reported(StationEvent.Type.UPDATED, 1, 1, null, "TAG", null);
        reported(StationEvent.Type.ENDED, 2, 4, null, null, 5000);

        assertThat(startedAt()).isEqualTo(hour(1));
    }

    /** Neither charging state nor meter told of it before. */
    @Test
    void energyThatOnlyTheEndShowsFlowedSinceTheBegin() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, 1, null, 1000);
        reported(StationEvent.Type.ENDED, 1, 4, null, null, 5000);

        assertThat(startedAt()).isEqualTo(hour(0));
    }

    @Test
    void soItDidIfTheEndWaitedForMissingEvents() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, null, null, 1000);
        reported(StationEvent.Type.ENDED, 2, 4, null, null, 5000);
        assertThat(journal.known().entries()).isEmpty();

        journal.now = journal.now.plus(StationPublication.GAP_TIMEOUT);
        tracker.settle();

        assertThat(startedAt()).isEqualTo(hour(0));
    }

    @Test
    void anEndThatOnlyTellsTheEvseStartsIt() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0, null, "TAG", 1000);
        reported(StationEvent.Type.ENDED, 1, 4, 1, null, 1000);

        assertThat(startedAt()).isEqualTo(hour(4));
    }

    private Instant startedAt() {
        assertThat(journal.known().entries()).hasSize(1);
        return journal.known().entries().getFirst().startedAt();
    }

    private void reported(
            StationEvent.Type type,
            int seqNo,
            int hour,
            @Nullable Integer evseId,
            @Nullable String token,
            @Nullable Integer register)
            throws NotAcknowledgedException {
        tracker.handle(new StationEvent(
                type,
                "station's own",
                seqNo,
                hour(hour),
                "Trigger",
                evseId,
                token,
                null,
                null,
                null,
                register == null
                        ? NormalisedValues.NONE
                        : new NormalisedValues(List.of(reading(hour, register)), List.of())));
    }

    private static Instant hour(int hour) {
        return NOON.plus(Duration.ofHours(hour));
    }

    private static MeterValue reading(int hour, int register) {
        return new MeterValue(
                hour(hour),
                "Energy.Active.Import.Register",
                BigDecimal.valueOf(register),
                "Wh",
                null,
                "Outlet",
                "Sample.Periodic");
    }
}
