package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.transaction.StationTrackerTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.KillableJournal.PublishedEvent;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** The gateway may die between the note of the stop and its event, and the next begin arrives before a ping. */
    @Test
    void theFormerTransactionsStopIsPublishedFirst() throws NotAcknowledgedException {
        for (int seed = 0; seed < 200; seed++) {
            KillableJournal killable = new KillableJournal(new Random(seed));
            killable.kills = false;
            StationTracker tracker = new StationTracker(killable);
            tracker.handle(anonymous(StationEvent.Type.STARTED, 0, 0));
            tracker.handle(anonymous(StationEvent.Type.ENDED, 5, 10));
            killable.now = killable.now.plus(Duration.ofMinutes(2));
            killable.kills = true;
            try {
                tracker.settle();
            } catch (NotAcknowledgedException e) {
                // Killed.
            }
            killable.kills = false;
            if (killable.isStopNoted()) {
                new StationTracker(killable).handle(event(StationEvent.Type.STARTED, 0, 60, null));

                assertThat(killable.events)
                        .as("seed %s", seed)
                        .extracting(PublishedEvent::name)
                        .containsExactly("started", "stopped", "started");
            }
        }
    }

    @Test
    void aRepeatedBeginIsNoOtherTransactionThoughTheClockWasCorrected() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 120);
        reported(StationEvent.Type.ENDED, 1, 10);
        reported(StationEvent.Type.STARTED, 0, 120);

        assertThat(journal.events).containsExactly(new PublishedEvent("started", 1), new PublishedEvent("stopped", 1));
    }

    @Test
    void anIdWhoseBeginIsMissingMayNameAnotherOne() throws NotAcknowledgedException {
        journal.now = NOON.plus(Duration.ofMinutes(70));
        reported(StationEvent.Type.ENDED, 1, 10);
        reported(StationEvent.Type.STARTED, 0, 60);
        reported(StationEvent.Type.STARTED, 0, 60);
        reported(StationEvent.Type.ENDED, 1, 70);

        assertThat(journal.events)
                .containsExactly(
                        new PublishedEvent("orphaned", 1),
                        new PublishedEvent("started", 2),
                        new PublishedEvent("stopped", 2));
    }

    /** Nobody can tell what came first by a clock that was ahead at the begin, or began anew before the end. */
    @ParameterizedTest
    @CsvSource({"10, 120", "-20000, 10"})
    void aLateBeginIsThatOfItsTransactionThoughTheClockWasWrong(int ended, int started)
            throws NotAcknowledgedException {
        journal.now = NOON.plus(Duration.ofMinutes(20));
        reported(StationEvent.Type.ENDED, 1, ended);
        reported(StationEvent.Type.STARTED, 0, started);

        assertThat(journal.events)
                .containsExactly(
                        new PublishedEvent("orphaned", 1),
                        new PublishedEvent("started", 1),
                        new PublishedEvent("stopped", 1));
    }

    @Test
    void aRunningTransactionKeepsItsId() throws NotAcknowledgedException {
        reported(StationEvent.Type.STARTED, 0, 0);
        reported(StationEvent.Type.STARTED, 0, 60);
        reported(StationEvent.Type.STARTED, 0, 60);
        reported(StationEvent.Type.ENDED, 1, 70);

        assertThat(journal.events).containsExactly(new PublishedEvent("started", 1), new PublishedEvent("stopped", 1));
        assertThat(journal.deviations).containsOnlyOnce(Deviation.SECOND_START);
    }

    /** The station crashed during the former transaction and lost it. */
    @ParameterizedTest
    @CsvSource({"2, B", "1, B", "2, A"})
    void anIdOfARunningTransactionMayNameThatOfAnotherDriverOrEvse(int evseId, String token)
            throws NotAcknowledgedException {
        for (int seed = 0; seed < 200; seed++) {
            KillableJournal killable = new KillableJournal(new Random(seed));
            int former = answered(killable, event(StationEvent.Type.STARTED, 0, 0, 1000, 1, "A"));
            answered(killable, event(StationEvent.Type.UPDATED, 1, 10, 1500, 1, "A"));
            int next = answered(killable, event(StationEvent.Type.STARTED, 0, 60, 5000, evseId, token));
            answered(killable, event(StationEvent.Type.STARTED, 0, 60, 5000, evseId, token));
            answered(killable, event(StationEvent.Type.UPDATED, 1, 65, 5500, evseId, token));
            answered(killable, event(StationEvent.Type.ENDED, 2, 70, 6000, evseId, token));

            assertThat(killable.events)
                    .as("seed %s", seed)
                    .containsExactly(
                            new PublishedEvent("started", former),
                            new PublishedEvent("updated", former),
                            new PublishedEvent("started", next),
                            new PublishedEvent("updated", next),
                            new PublishedEvent("stopped", next));
            assertThat(killable.meterStart).isEqualTo(5000);
            assertThat(killable.meterStop).isEqualTo(6000);
        }
    }

    @ParameterizedTest
    @CsvSource({"60, 1, a, 0", "60, 1, B, 4", "-60, 2, B, 0"})
    void anotherStartedMayBeOfTheRunningTransactionOrOfAnEarlierOne(int minute, int evseId, String token, int seqNo)
            throws NotAcknowledgedException {
        journal.kills = false;
        for (StationEvent event : List.of(
                event(StationEvent.Type.STARTED, 0, 0, 1000, 1, "A"),
                event(StationEvent.Type.STARTED, seqNo, minute, 900, evseId, token),
                event(StationEvent.Type.ENDED, 5, 70, 2000, 1, "A"))) {
            new StationTracker(journal).handle(event);
        }
        assertThat(journal.events).containsExactly(new PublishedEvent("started", 1), new PublishedEvent("stopped", 1));
    }

    @Test
    void theFormerTransactionIsOverlapped() throws NotAcknowledgedException {
        journal.kills = false;
        new StationTracker(journal).handle(event(StationEvent.Type.STARTED, 0, 0, 1000, 1, "A"));
        new StationTracker(journal).handle(event(StationEvent.Type.STARTED, 0, 60, 5000, 1, "B"));
        assertThat(journal.deviations).containsExactly(Deviation.OVERLAPPING_TRANSACTION);
    }

    /** The gateway died with the station: the former transaction is noted, and perhaps not published. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFormerTransactionIsPublishedFirst(boolean hasEnded) throws NotAcknowledgedException {
        int unpublished = 0;
        for (int seed = 0; seed < 200; seed++) {
            KillableJournal killable = new KillableJournal(new Random(seed));
            StationEvent last = event(StationEvent.Type.STARTED, 0, 0, 1000, 1, "A");
            if (hasEnded) {
                answered(killable, last);
                last = event(StationEvent.Type.ENDED, 1, 10, 1500, 1, "A");
            }
            int events = killable.events.size();
            int notes = killable.notes;
            killable.kills = true;
            try {
                new StationTracker(killable).handle(last);
            } catch (NotAcknowledgedException e) {
                // Killed.
            }
            if (killable.notes > notes) {
                unpublished += killable.events.size() == events ? 1 : 0;
                answered(killable, event(StationEvent.Type.STARTED, 0, 60, 5000, 2, "B"));

                assertThat(killable.events)
                        .as("seed %s", seed)
                        .extracting(PublishedEvent::name)
                        .containsExactlyElementsOf(
                                hasEnded ? List.of("started", "stopped", "started") : List.of("started", "started"));
            }
        }
        assertThat(unpublished).isPositive();
    }

    private void reported(StationEvent.Type type, int seqNo, int minute) throws NotAcknowledgedException {
        reported(type, seqNo, minute, null);
    }

    /** Each event reaches another gateway. */
    private void reported(StationEvent.Type type, int seqNo, int minute, @Nullable Integer register)
            throws NotAcknowledgedException {
        journal.kills = false;
        new StationTracker(journal).handle(event(type, seqNo, minute, register));
    }

    private static int answered(KillableJournal journal, StationEvent event) {
        while (true) {
            try {
                return new StationTracker(journal).handle(event).transactionId();
            } catch (NotAcknowledgedException e) {
                // Killed.
            }
        }
    }

    static StationEvent event(StationEvent.Type type, int seqNo, int minute, @Nullable Integer register) {
        return event(type, seqNo, minute, register, 1, "TAG");
    }

    private static StationEvent event(
            StationEvent.Type type, int seqNo, int minute, @Nullable Integer register, int evseId, String token) {
        return new StationEvent(
                type,
                "1",
                seqNo,
                NOON.plus(Duration.ofMinutes(minute)),
                "Authorized",
                evseId,
                token,
                null,
                null,
                null,
                register == null
                        ? NormalisedValues.NONE
                        : new NormalisedValues(List.of(reading(minute, register)), List.of()));
    }

    /** Without EVSE and token; energy flows. */
    private static StationEvent anonymous(StationEvent.Type type, int seqNo, int minute) {
        return new StationEvent(
                type,
                "1",
                seqNo,
                NOON.plus(Duration.ofMinutes(minute)),
                "Trigger",
                null,
                null,
                type == StationEvent.Type.ENDED ? "Charging" : null,
                null,
                null,
                NormalisedValues.NONE);
    }

    private static MeterValue reading(int minute, int register) {
        return new MeterValue(
                NOON.plus(Duration.ofMinutes(minute)),
                "Energy.Active.Import.Register",
                BigDecimal.valueOf(register),
                "Wh",
                null,
                "Outlet",
                "Sample.Periodic");
    }
}
