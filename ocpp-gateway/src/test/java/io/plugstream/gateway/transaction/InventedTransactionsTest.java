package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.ITERABLE;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A station that begins transactions without end. */
class InventedTransactionsTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));
    private final StationTracker tracker = new StationTracker(journal);

    @Test
    void onlyWhatIsKnownOfTheLatestTransactionsIsKept() throws NotAcknowledgedException {
        journal.kills = false;
        for (int i = 0; i < 3 * TransactionBounds.MOST; i++) {
            tracker.handle(event(i, StationEvent.Type.STARTED, 0, 1000L));
            tracker.handle(event(i, StationEvent.Type.UPDATED, 1, 1001L));
            tracker.handle(event(i, StationEvent.Type.UPDATED, 2, 1002L));
        }
        assertThat(tracker).extracting("unnoted", MAP).hasSizeLessThanOrEqualTo(TransactionBounds.MOST_RUNNING);
        assertThat(tracker)
                .extracting("completelyReceived", ITERABLE)
                .hasSizeLessThanOrEqualTo(TransactionBounds.MOST_RUNNING);

        tracker.handle(event(2 * TransactionBounds.MOST + 1, StationEvent.Type.ENDED, 3, null));

        assertThat(journal.meterStop).isEqualTo(1002);
    }

    private static StationEvent event(int transaction, StationEvent.Type type, int seqNo, @Nullable Long register) {
        boolean starts = type == StationEvent.Type.STARTED;
        List<MeterValue> values = register == null
                ? List.of()
                : List.of(new MeterValue(
                        StationTrackerTest.NOON.plusSeconds(seqNo),
                        "Energy.Active.Import.Register",
                        BigDecimal.valueOf(register),
                        "Wh",
                        null,
                        "Outlet",
                        starts ? "Transaction.Begin" : "Sample.Periodic"));
        return new StationEvent(
                type,
                "invented " + transaction,
                seqNo,
                StationTrackerTest.NOON.plusSeconds(seqNo),
                "Trigger",
                starts ? 1 : null,
                starts ? "TAG" : null,
                "Charging",
                null,
                null,
                new NormalisedValues(values, List.of()));
    }
}
