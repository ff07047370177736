package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A connection handles the end of a transaction, while a newer connection of the station publishes it. */
class OvertakenEndTest {

    private final KillableJournal journal = new KillableJournal(new Random(1));

    /** The station may still get the answer of the former connection, and then sends the readings to nobody else. */
    @Test
    void readingsOfAnEndThatANewerConnectionPublishedAreRecorded() throws NotAcknowledgedException {
        journal.kills = false;
        StationTracker former = new StationTracker(new FormerConnection());
        MeterValue last = new MeterValue(
                NOON.plusSeconds(1),
                "Energy.Active.Import.Register",
                BigDecimal.valueOf(1500),
                "Wh",
                null,
                "Outlet",
                "Transaction.End");
        former.handle(event(StationEvent.Type.STARTED, 0, "TAG", NormalisedValues.NONE));

        former.handle(event(StationEvent.Type.ENDED, 1, null, new NormalisedValues(List.of(last), List.of())));

        assertThat(journal.recorded).containsExactly(last);
        assertThat(journal.events)
                .extracting(KillableJournal.PublishedEvent::name)
                .containsExactly("started", "stopped");
    }

    private static StationEvent event(
            StationEvent.Type type, int seqNo, @Nullable String token, NormalisedValues values) {
        return new StationEvent(
                type, "station's own", seqNo, NOON.plusSeconds(seqNo), "Trigger", 1, token, null, null, null, values);
    }

    /** Notices when it publishes the end that the newer one has done so. */
    private final class FormerConnection implements StationJournal {

        private boolean overtaken;

        @Override
        public boolean stop(StationTransaction station, End end, NormalisedValues values)
                throws NotAcknowledgedException {
            if (!overtaken) {
                overtaken = true;
                new StationTracker(journal).settle();
                return false;
            }
            return journal.stop(station, end, NormalisedValues.NONE); // It is published already.
        }

        @Override
        public Instant now() {
            return journal.now();
        }

        @Override
        public KnownTransactions known() {
            return journal.known();
        }

        @Override
        public Registers registers(StationTransaction station) throws NotAcknowledgedException {
            return journal.registers(station);
        }

        @Override
        public int newTransactionId() throws NotAcknowledgedException {
            return journal.newTransactionId();
        }

        @Override
        public boolean note(StationTransaction station) throws NotAcknowledgedException {
            return journal.note(station);
        }

        @Override
        public boolean start(StationTransaction station, Instant at) throws NotAcknowledgedException {
            return journal.start(station, at);
        }

        @Override
        public void publish(MeterReadings readings, StationTransaction station, Entry transaction)
                throws NotAcknowledgedException {
            journal.publish(readings, station, transaction);
        }

        @Override
        public void record(MeterReadings readings) throws NotAcknowledgedException {
            journal.record(readings);
        }

        @Override
        public void deviated(Deviation kind) {
            journal.deviated(kind);
        }

        @Override
        public boolean orphan(StationTransaction station, End end) throws NotAcknowledgedException {
            return journal.orphan(station, end);
        }
    }
}
