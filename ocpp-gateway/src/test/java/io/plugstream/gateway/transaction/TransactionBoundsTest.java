package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Range;
import io.plugstream.model.transaction.StationTransaction.Register;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is given up first if a charger has too many transactions for one record. */
class TransactionBoundsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");

    /** Kafka's default for a request, without its headers. */
    private static final int LARGEST_RECORD = 1_048_576 - 1_000;

    private static final int CONNECTORS = 256;

    @Test
    void aChargerMayChargeAtAllItsConnectors() {
        KnownTransactions known = KnownTransactions.NONE;
        for (int id = 1; id <= CONNECTORS; id++) {
            known = known.with(entry(id, id, null), NOW);
        }

        assertThat(known.entries()).hasSize(CONNECTORS);
    }

    @Test
    void aChargerThatStartsForEverKeepsItsNewestTransactions() {
        KnownTransactions known = KnownTransactions.NONE;
        long givenUp = 0;
        for (int id = 1; id <= 1_000; id++) {
            KnownTransactions next = known.with(entry(id, id, null), NOW);
            givenUp += GivenUp.missingRunning(known, next);
            known = next;
        }

        assertThat(givenUp).isEqualTo(1_000 - CONNECTORS);
        assertThat(known.entries()).hasSize(CONNECTORS);
        assertThat(known.withId(1_000)).isPresent();
        assertThat(known.withId(1_000 - CONNECTORS)).isEmpty();
    }

    /** The charger lost a transaction if it begins another one at the connector. */
    @Test
    void aLostTransactionIsForgottenBeforeARunningOne() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(1, 99, null), NOW);
        for (int id = 2; id <= 1_000; id++) {
            known = known.with(entry(id, 1 + id % 7, null), NOW);
        }

        assertThat(known.entries()).hasSize(TransactionBounds.MOST);
        assertThat(known.withId(1)).isPresent();
        assertThat(known.withId(1_000)).isPresent();
    }

    @Test
    void endedTransactionsGoBeforeLostOnes() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(1, 1, null), NOW);
        for (int id = 2; id <= 1_000; id++) {
            known = known.with(entry(id, 1, stop()), NOW);
        }

        assertThat(known.entries()).hasSize(TransactionBounds.MOST);
        assertThat(known.withId(1)).isPresent();
    }

    /** Otherwise the events of a station's transaction that has no entry any more would be published again. */
    @Test
    void aStationsTransactionAndItsEntryGoTogether() {
        KnownTransactions known = KnownTransactions.NONE;
        for (int id = 1; id <= 150; id++) {
            known = known.with(station(id, "").ended(), NOW);
        }
        for (int id = 150; id > 50; id--) {
            known = known.with(entry(id, 1, NOW.plusSeconds(500 - id), stop()), NOW);
        }
        for (int id = 151; id <= 200; id++) {
            known = known.with(station(id, "").ended(), NOW).with(entry(id, 1, stop()), NOW);
        }

        assertThat(known.entries()).hasSize(TransactionBounds.MOST);
        assertThat(known.entries().stream().map(Entry::transactionId))
                .containsExactlyInAnyOrderElementsOf(known.stations().stream()
                        .map(StationTransaction::transactionId)
                        .toList());
    }

    @Test
    void readingsThatWaitTheLongestAreGivenUpFirst() {
        long givenUp = 0;
        KnownTransactions known = KnownTransactions.NONE;
        for (int id = 1; id <= 60; id++) {
            KnownTransactions next = known.with(station(id, "TAG").waiting(200, BigDecimal.valueOf(12_345_678)), NOW);
            givenUp += GivenUp.missingReadings(known, next);
            known = next;
        }

        assertThat(bytes(known)).isLessThan(LARGEST_RECORD);
        assertThat(givenUp).isEqualTo(60 * 200 - waiting(known)).isPositive();
        assertThat(known.stations()).hasSize(60);
        assertThat(known.named("1").orElseThrow().pending()).isEmpty();
        assertThat(known.named("45").orElseThrow().pending()).hasSize(200);
        assertThat(known.named("60").orElseThrow().pending()).hasSize(200);
    }

    /** The longest texts that the gateway accepts, in characters that take the most bytes. */
    @Test
    void noChargerCanMakeARecordThatKafkaRefuses() {
        KnownTransactions known = KnownTransactions.NONE;
        BigDecimal longest = new BigDecimal("-1e-59").setScale(90);
        for (int id = 1; id <= 2 * CONNECTORS; id++) {
            StationTransaction station = station(id, "\u0001".repeat(255)).waiting(200, longest);
            known = known.with(id % 3 == 0 ? of(station).ended() : station, NOW);
            if (id % 2 == 0) {
                known = known.with(entry(id, id, id % 3 == 0 ? stop() : null), NOW);
            }
            assertThat(id % 16 > 0 ? 0 : bytes(known)).isLessThan(LARGEST_RECORD);
        }

        assertThat(known.stations()).hasSizeGreaterThan(20);
        assertThat(known.named("" + 2 * CONNECTORS).orElseThrow().pending()).hasSize(200);
    }

    @Test
    void aStationThatLeavesGapsForEverKeepsFewRanges() {
        List<Range> seen = List.of();
        for (int number = 0; number < 10_000; number += 2) {
            seen = SeenNumbers.with(seen, number);
        }

        assertThat(seen).hasSizeLessThanOrEqualTo(32);
        assertThat(seen.getFirst().first()).isZero();
        assertThat(seen.getLast()).isEqualTo(new Range(9_998, 9_998));
    }

    private static int waiting(KnownTransactions known) {
        return known.stations().stream()
                .mapToInt(station -> station.pending().size())
                .sum();
    }

    private static int bytes(KnownTransactions known) {
        return Topics.OPEN_TRANSACTIONS.values().serializer().serialize("", known.toStore()).length;
    }

    private static Stop stop() {
        return new Stop(NOW, new UUID(0, 1), new Publisher(new UUID(0, 2), Long.MAX_VALUE));
    }

    private static Entry entry(int id, int connectorId, @Nullable Stop stop) {
        return entry(id, connectorId, NOW.plusSeconds(id), stop);
    }

    private static Entry entry(int id, int connectorId, Instant at, @Nullable Stop stop) {
        Publisher publisher = new Publisher(new UUID(0, 2), Long.MAX_VALUE);
        return new Entry(
                id, connectorId, "\u0001".repeat(255), Long.MIN_VALUE, NOW, new UUID(0, id), at, stop, publisher);
    }

    private static Station station(int id, String idToken) {
        return new Station(id, idToken, idToken + idToken);
    }

    private static Station of(StationTransaction station) {
        return new Station(station.transactionId(), "\u0001".repeat(255), "\u0001".repeat(500));
    }

    /** Makes a station's transaction with an EVSE of its own. */
    private record Station(int id, String idToken, String word) {

        StationTransaction ended() {
            return of(new End(Integer.MAX_VALUE, NOW, NOW, word), List.of());
        }

        StationTransaction waiting(int readings, BigDecimal value) {
            return of(
                    null,
                    IntStream.range(0, readings)
                            .mapToObj(second -> new MeterValue(
                                    NOW.plusSeconds(second),
                                    "Energy.Reactive.Import.Interval",
                                    value,
                                    "varh",
                                    "L1-L2",
                                    "Outlet",
                                    "Interruption.Begin"))
                            .toList());
        }

        private StationTransaction of(@Nullable End end, List<MeterValue> pending) {
            BigDecimal register = new BigDecimal("-9007199254740991").setScale(90);
            Register at = new Register(NOW, register, Integer.MIN_VALUE);
            Registers part = new Registers(register, at, at, register, Map.of());
            return new StationTransaction(
                    id,
                    Integer.toString(id),
                    NOW.plusSeconds(id),
                    Integer.MAX_VALUE,
                    NOW,
                    List.of(),
                    NOW,
                    id,
                    idToken,
                    word,
                    Integer.MAX_VALUE,
                    false,
                    false,
                    Integer.MAX_VALUE,
                    idToken,
                    new Registers(
                            register,
                            at,
                            at,
                            register,
                            Map.of("Outlet L1-N", part, "Outlet L2-N", part, "Outlet L3-N", part)),
                    end,
                    Integer.MAX_VALUE,
                    pending);
        }
    }
}
