package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.OrphanedStop;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.model.transaction.StationTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownTransactionsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");
    private static final TransactionStart START = new TransactionStart(1, "TAG", 1500, NOW);

    @Test
    void recognisesARepeatedStart() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(7, null), NOW);

        assertThat(known.begunBy(START, NOW)).contains(entry(7, null));
    }

    @Test
    void aStartWithAnyDifferenceIsAnotherTransaction() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(7, null), NOW);

        assertThat(known.begunBy(new TransactionStart(2, "TAG", 1500, NOW), NOW))
                .isEmpty();
        assertThat(known.begunBy(new TransactionStart(1, "tag", 1500, NOW), NOW))
                .isEmpty();
        assertThat(known.begunBy(new TransactionStart(1, "TAG", 1501, NOW), NOW))
                .isEmpty();
        assertThat(known.begunBy(new TransactionStart(1, "TAG", 1500, NOW.plusMillis(1)), NOW))
                .isEmpty();
    }

    @Test
    void aStartWithoutATimeIsKnownByTheRestWhileItsTransactionRuns() {
        TransactionStart start = new TransactionStart(1, "TAG", 1500, null);
        KnownTransactions running = KnownTransactions.NONE.with(entry(7, null), NOW);
        KnownTransactions stopped = KnownTransactions.NONE.with(entry(7, stopAt(NOW)), NOW);

        assertThat(running.begunBy(start, NOW)).contains(entry(7, null));
        assertThat(running.begunBy(new TransactionStart(1, "TAG", 1501, null), NOW))
                .isEmpty();
        assertThat(stopped.begunBy(start, NOW)).isEmpty();
    }

    /** A charger whose clock begins anew whenever it has no power. */
    @Test
    void aStartByAStandingClockIsRepeatedOnlyWhileItsTransactionRuns() {
        Instant always = Instant.parse("2000-01-01T00:00:00Z");
        TransactionStart start = new TransactionStart(1, "TAG", 1500, always);
        Entry running = new Entry(7, 1, "TAG", 1500, always, new UUID(0, 7), NOW, null, null);
        KnownTransactions known = KnownTransactions.NONE.with(running, NOW);

        assertThat(known.begunBy(start, NOW)).contains(running);
        assertThat(known.begunBy(new TransactionStart(1, "TAG", 1500, always.plusSeconds(1)), NOW))
                .isEmpty();
        assertThat(known.with(running.stopped(stopAt(NOW)), NOW).begunBy(start, NOW))
                .isEmpty();
    }

    /** The stop of the first may be lost. */
    @Test
    void aStartByAStandingClockRepeatsNoneThatBeganLongAgo() {
        Instant always = Instant.parse("2000-01-01T00:00:00Z");
        Entry lost = new Entry(7, 1, "TAG", 0, always, new UUID(0, 7), NOW.minus(Duration.ofDays(100)), null, null);
        KnownTransactions known = KnownTransactions.NONE.with(lost, NOW);

        assertThat(known.begunBy(new TransactionStart(1, "TAG", 0, always), NOW))
                .isEmpty();
        assertThat(known.begunBy(new TransactionStart(1, "TAG", 0, null), NOW)).isEmpty();
    }

    /** As with a wrong time zone: it still gives each start another time. */
    @Test
    void aStartByAClockThatIsAheadIsRepeatedAfterItsStop() {
        Instant ahead = NOW.plus(Duration.ofHours(1));
        Entry stopped = new Entry(7, 1, "TAG", 1500, ahead, new UUID(0, 7), NOW, stopAt(NOW), null);

        assertThat(KnownTransactions.NONE.with(stopped, NOW).begunBy(new TransactionStart(1, "TAG", 1500, ahead), NOW))
                .contains(stopped);
    }

    @Test
    void stoppedTransactionsAreRememberedForADay() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(7, stopAt(NOW)), NOW);

        assertThat(known.begunBy(START, NOW.plus(Duration.ofHours(24)).minusMillis(1)))
                .isPresent();
        assertThat(known.begunBy(START, NOW.plus(Duration.ofHours(24)))).isEmpty();
        assertThat(known.marked(_ -> true)
                        .with(entry(8, null), NOW.plus(Duration.ofHours(24)))
                        .entries())
                .containsExactly(entry(8, null));
    }

    /** The charger may be away for days, and then repeats the stop. */
    @Test
    void aStopThatMayBeUnpublishedIsKeptAsLongAsASearchFindsIt() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(7, stopAt(NOW)), NOW);

        assertThat(known.with(entry(8, null), NOW.plus(Duration.ofDays(6)).minusMillis(1))
                        .entries())
                .containsExactly(entry(7, stopAt(NOW)), entry(8, null));
        assertThat(known.with(entry(8, null), NOW.plus(Duration.ofDays(6))).entries())
                .containsExactly(entry(8, null));
    }

    /** The start's note is written before the stop's, and the gateway may die in between. */
    @Test
    void aStationsTransactionThatEndedLongAgoStaysUntilItsStopIsNoted() {
        Instant later = NOW.plus(Duration.ofHours(30));
        StationTransaction ended = TransactionMemoryTest.station(7, "TAG", NOW);
        KnownTransactions known = KnownTransactions.NONE.with(ended, NOW);

        KnownTransactions another = known.with(entry(8, null), later);
        KnownTransactions started = another.with(entry(7, null), later);

        assertThat(another.stations()).containsExactly(ended);
        assertThat(started.stations()).containsExactly(ended);
        assertThat(started.with(entry(7, stopAt(later)), later)
                        .marked(_ -> true)
                        .with(entry(8, null), later.plus(Duration.ofHours(24)))
                        .stations())
                .isEmpty();
    }

    @Test
    void anEntryReplacesTheFormerOneWithItsId() {
        KnownTransactions known =
                KnownTransactions.NONE.with(entry(7, null), NOW).with(entry(7, stopAt(NOW)), NOW);

        assertThat(known.entries()).containsExactly(entry(7, stopAt(NOW)));
    }

    @Test
    void forgetsStoppedTransactionsFirstWhenItIsFull() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(1, null), NOW);
        known = known.with(entry(2, stopAt(NOW)), NOW);
        for (int id = 3; id <= TransactionBounds.MOST + 1; id++) {
            known = known.with(entry(id, null), NOW);
        }

        assertThat(known.entries()).hasSize(TransactionBounds.MOST);
        assertThat(known.withId(1)).isPresent();
        assertThat(known.withId(2)).isEmpty();
    }

    @Test
    void anOrphanedStopIsRecognisedForADay() {
        TransactionStop stop = stop(-1, 9, NOW);
        OrphanedStop orphan = new OrphanedStop(-1, NOW, 9, stopAt(NOW));
        KnownTransactions known =
                KnownTransactions.NONE.with(entry(7, null), NOW).with(orphan, NOW);

        assertThat(known.orphanedBy(stop, NOW)).contains(orphan);
        assertThat(known.withId(7)).isPresent();
        assertThat(known.withId(-1)).isEmpty();
        assertThat(known.orphanedBy(stop, NOW.plus(Duration.ofHours(24)))).isEmpty();
        assertThat(known.with(entry(8, null), NOW).orphanedBy(stop, NOW)).contains(orphan);
        assertThat(known.marked(_ -> true)
                        .with(entry(8, null), NOW.plus(Duration.ofHours(24)))
                        .orphans())
                .isEmpty();
    }

    @Test
    void aStopWithAnyDifferenceIsAnotherOrphan() {
        KnownTransactions known = KnownTransactions.NONE.with(new OrphanedStop(-1, NOW, 9, stopAt(NOW)), NOW);

        assertThat(known.orphanedBy(stop(-2, 9, NOW), NOW)).isEmpty();
        assertThat(known.orphanedBy(stop(-1, 10, NOW), NOW)).isEmpty();
        assertThat(known.orphanedBy(stop(-1, 9, NOW.plusMillis(1)), NOW)).isEmpty();
    }

    @Test
    void forgetsTheOldestOrphansWhenItIsFull() {
        KnownTransactions known = KnownTransactions.NONE;
        for (int reading = 0; reading <= KnownTransactions.MOST_ORPHANS; reading++) {
            known = known.with(new OrphanedStop(-1, NOW, reading, new Stop(NOW, new UUID(1, reading), null)), NOW);
        }

        assertThat(known.orphans()).hasSize(KnownTransactions.MOST_ORPHANS);
        assertThat(known.orphanedBy(stop(-1, 0, NOW), NOW)).isEmpty();
        assertThat(known.orphanedBy(stop(-1, KnownTransactions.MOST_ORPHANS, NOW), NOW))
                .isPresent();
    }

    @Test
    void listsAllNotedEvents() {
        KnownTransactions known = stopAndOrphan();

        assertThat(known.notedEvents())
                .extracting(NotedEvent::eventId)
                .containsExactlyInAnyOrder(new UUID(0, 7), new UUID(0, 70), new UUID(0, 71));
    }

    /** If two gateways take over an event at the same time, one must notice that its note does not count. */
    @Test
    void recordsWithDifferentPublishersAreDifferent() {
        KnownTransactions known = stopAndOrphan();
        Entry entry = known.entries().getFirst().publishedBy(new Publisher(new UUID(9, 9), 1L));

        assertThat(known.isSameAs(stopAndOrphan())).isTrue();
        assertThat(new KnownTransactions(known.revision(), List.of(entry), known.orphans(), List.of()).isSameAs(known))
                .isFalse();
    }

    @Test
    void anOrphanTakenOverReplacesTheFormerOne() {
        KnownTransactions known = stopAndOrphan();
        OrphanedStop orphan = known.orphans().getFirst();

        KnownTransactions next = known.with(orphan.noted(orphan.stop().publishedBy(Publisher.PUBLISHED)), NOW);

        assertThat(next.orphans())
                .singleElement()
                .matches(one -> Publisher.PUBLISHED.equals(one.stop().publisher()));
    }

    @Test
    void marksPublishedEvents() {
        KnownTransactions marked =
                stopAndOrphan().marked(event -> !event.eventId().equals(new UUID(0, 70)));

        assertThat(marked.notedEvents())
                .containsExactlyInAnyOrder(
                        new NotedEvent(new UUID(0, 7), Publisher.PUBLISHED),
                        new NotedEvent(new UUID(0, 70), null),
                        new NotedEvent(new UUID(0, 71), Publisher.PUBLISHED));
    }

    private static KnownTransactions stopAndOrphan() {
        return KnownTransactions.NONE
                .with(entry(7, new Stop(NOW, new UUID(0, 70), null)), NOW)
                .with(new OrphanedStop(-1, NOW, 9, new Stop(NOW, new UUID(0, 71), null)), NOW);
    }

    private static TransactionStop stop(int transactionId, long meterStop, Instant at) {
        return new TransactionStop(transactionId, null, null, meterStop, at, "Local", NormalisedValues.NONE);
    }

    private static Stop stopAt(Instant time) {
        return new Stop(time, new UUID(0, 1), null);
    }

    private static Entry entry(int id, @Nullable Stop stop) {
        return new Entry(id, 1, "TAG", 1500, NOW, new UUID(0, id), NOW.plusMillis(id), stop, null);
    }
}
