package io.plugstream.api.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.plugstream.model.sandbox.SandboxRun;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunTest {

    private static final Instant START = Instant.parse("2026-01-31T09:00:00Z");
    private static final Instant END = START.plusSeconds(20);
    private static final SandboxRun RUN =
            SandboxRun.begun(new UUID(0, 1), "normalSession", START, START).ended(END, null);

    private static final UUID STARTED = madeAt(START.plusSeconds(2));
    private static final UUID STOPPED = madeAt(END.minusMillis(50));

    @Test
    void aRunEndsWhenTheStopOfItsTransactionIsKnown() {
        assertThat(at(END.plusMillis(50), new TransactionEvents(STARTED, null)).status())
                .isEqualTo(SandboxRun.Status.RUNNING);

        Run ended = at(END.plusMillis(60), new TransactionEvents(STARTED, STOPPED));

        assertThat(ended.status()).isEqualTo(SandboxRun.Status.SUCCEEDED);
        assertThat(ended.steps())
                .extracting(Run.Step::step, Run.Step::eventId)
                .containsExactly(tuple("transaction.started", STARTED), tuple("transaction.stopped", STOPPED));
    }

    @Test
    void aTransactionThatGoesOnEndsNoRunLateForLong() {
        assertThat(at(END.plusSeconds(5), new TransactionEvents(STARTED, null)).status())
                .isEqualTo(SandboxRun.Status.SUCCEEDED);
    }

    @Test
    void aRunThatTheSandboxDoesNotEndFailsAfterHalfAMinute() {
        SandboxRun begun = SandboxRun.begun(new UUID(0, 1), "normalSession", START, START.plusSeconds(14));
        TransactionEvents open = new TransactionEvents(STARTED, null);

        assertThat(Run.of(begun, List.of(begun), List.of(open), START.plusSeconds(30))
                        .status())
                .isEqualTo(SandboxRun.Status.RUNNING);
        assertThat(Run.of(begun, List.of(begun), List.of(open), START.plusSeconds(31)))
                .satisfies(run -> assertThat(run.status()).isEqualTo(SandboxRun.Status.FAILED))
                .satisfies(run -> assertThat(run.failure()).contains("did not end it in time"));
    }

    @Test
    void aRunThatTheSandboxDoesNotBeginFailsAfterHalfAMinute() {
        TestChargerRow.RequestedRun requested = new TestChargerRow.RequestedRun(new UUID(0, 1), "normalSession", START);

        assertThat(Run.requested(requested, START.plusSeconds(30)).status()).isEqualTo(SandboxRun.Status.RUNNING);
        assertThat(Run.requested(requested, START.plusSeconds(31)).status()).isEqualTo(SandboxRun.Status.FAILED);
    }

    @Test
    void aMissingStopProlongsNoRunBeyondHalfAMinute() {
        SandboxRun late =
                SandboxRun.begun(new UUID(0, 1), "normalSession", START, START).ended(START.plusSeconds(28), null);
        TransactionEvents open = new TransactionEvents(STARTED, null);

        assertThat(Run.of(late, List.of(late), List.of(open), START.plusSeconds(29))
                        .status())
                .isEqualTo(SandboxRun.Status.RUNNING);
        assertThat(Run.of(late, List.of(late), List.of(open), START.plusSeconds(31))
                        .status())
                .isEqualTo(SandboxRun.Status.SUCCEEDED);
    }

    @Test
    void aTransactionBelongsToTheRunThatBeganLast() {
        SandboxRun next = SandboxRun.begun(new UUID(0, 2), "normalSession", END, END.plusMillis(300));
        UUID later = madeAt(END.plusMillis(600));
        List<TransactionEvents> transactions =
                List.of(new TransactionEvents(STARTED, STOPPED), new TransactionEvents(later, null));

        assertThat(Run.of(RUN, List.of(RUN, next), transactions, END.plusSeconds(1)))
                .satisfies(run -> assertThat(run.status()).isEqualTo(SandboxRun.Status.SUCCEEDED))
                .satisfies(run ->
                        assertThat(run.steps()).extracting(Run.Step::eventId).containsExactly(STARTED, STOPPED));
        assertThat(Run.of(next, List.of(RUN, next), transactions, END.plusSeconds(1))
                        .steps())
                .extracting(Run.Step::eventId)
                .containsExactly(later);
    }

    private static Run at(Instant now, TransactionEvents transaction) {
        return Run.of(RUN, List.of(RUN), List.of(transaction), now);
    }

    /** A UUIDv7 of that time. */
    private static UUID madeAt(Instant time) {
        return new UUID(time.toEpochMilli() << 16 | 0x7000, 1L << 63);
    }
}
