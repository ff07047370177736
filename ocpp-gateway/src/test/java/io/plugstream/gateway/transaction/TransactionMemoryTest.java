package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.OrphanedStop;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is forgotten of a charger that writes nothing any more. */
class TransactionMemoryTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");
    private static final Instant RECENT = NOW.minus(Duration.ofDays(5));
    private static final Instant OLD = NOW.minus(Duration.ofDays(7));

    @Test
    void onlyWhatEndedLongAgoIsForgotten() {
        KnownTransactions known = new KnownTransactions(
                3,
                List.of(entry(1, null), entry(2, RECENT), entry(3, OLD)),
                List.of(orphan(4, RECENT), orphan(5, OLD)),
                List.of());

        assertThat(TransactionMemory.withoutOld(known, NOW))
                .contains(new KnownTransactions(
                        4, List.of(entry(1, null), entry(2, RECENT)), List.of(orphan(4, RECENT)), List.of()));
    }

    @Test
    void aRecordWithNothingToForgetIsLeftAlone() {
        assertThat(TransactionMemory.withoutOld(KnownTransactions.NONE, NOW)).isEmpty();
        KnownTransactions recent =
                new KnownTransactions(3, List.of(entry(1, null), entry(2, RECENT)), List.of(), List.of());
        assertThat(TransactionMemory.withoutOld(recent, NOW)).isEmpty();
    }

    /** A station that was away for long publishes it when it returns. */
    @Test
    void aStationsTransactionStaysUntilItIsPublished() {
        StationTransaction unpublished = station(1, "TAG", OLD);
        StationTransaction neverPublished = station(2, null, OLD);
        StationTransaction published = station(3, "TAG", OLD);
        StationTransaction stopUnpublished = station(4, "TAG", OLD);
        KnownTransactions known = new KnownTransactions(
                3,
                List.of(entry(3, OLD), entry(4, null)),
                List.of(),
                List.of(unpublished, neverPublished, published, stopUnpublished));

        assertThat(TransactionMemory.withoutOld(known, NOW))
                .contains(new KnownTransactions(
                        4, List.of(entry(4, null)), List.of(), List.of(unpublished, stopUnpublished)));
    }

    /** A charger that loses stops would make the record larger for ever. */
    @Test
    void aTransactionIsForgottenIfItsEndIsMissingForLongAfterTheNextOne() {
        Entry lost = begun(1, 1, NOW.minus(Duration.ofDays(31)));
        Entry longOne = begun(2, 2, NOW.minus(Duration.ofDays(300)));
        Entry lostLately = begun(3, 1, NOW.minus(Duration.ofDays(29)));
        Entry last = entry(4, RECENT);
        KnownTransactions known =
                new KnownTransactions(3, List.of(lost, longOne, lostLately, last), List.of(), List.of());

        assertThat(TransactionMemory.withoutOld(known, NOW))
                .contains(new KnownTransactions(4, List.of(longOne, lostLately, last), List.of(), List.of()));
    }

    private static Entry begun(int id, int connector, Instant at) {
        return new Entry(id, connector, "TAG", 1500, at, new UUID(0, id), at, null, null);
    }

    private static Entry entry(int id, @Nullable Instant stoppedAt) {
        return new Entry(
                id, 1, "TAG", 1500, OLD, new UUID(0, id), OLD, stoppedAt == null ? null : stop(id, stoppedAt), null);
    }

    private static Stop stop(int id, Instant stoppedAt) {
        return new Stop(stoppedAt, new UUID(1, id), null);
    }

    private static OrphanedStop orphan(int id, Instant stoppedAt) {
        return new OrphanedStop(id, stoppedAt, 9, stop(id, stoppedAt));
    }

    static StationTransaction station(int id, @Nullable String idToken, Instant ended) {
        return new StationTransaction(
                id,
                "T-" + id,
                OLD,
                0,
                OLD,
                List.of(),
                OLD,
                1,
                idToken,
                null,
                0,
                false,
                false,
                null,
                null,
                Registers.NONE,
                new End(1, ended, ended, "Local"),
                null,
                List.of());
    }
}
