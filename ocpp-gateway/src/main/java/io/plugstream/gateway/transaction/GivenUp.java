package io.plugstream.gateway.transaction;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.StationTransaction;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what stored records lack because of {@link TransactionBounds}. */
final class GivenUp {

    private static final Logger logger = LoggerFactory.getLogger(GivenUp.class);

    private final Counter transactions;
    private final Counter readings;

    GivenUp(MeterRegistry meters) {
        this.transactions = counter(meters, "transaction");
        this.readings = counter(meters, "reading");
    }

    private static Counter counter(MeterRegistry meters, String kind) {
        return Counter.builder("plugstream.gateway.transactions.given.up")
                .description("Running transactions, and readings that waited for a start, given up because their"
                        + " charger has too many for one record")
                .tag("kind", kind)
                .register(meters);
    }

    /** Counts what {@code stored} lacks. */
    void count(ChargerId charger, KnownTransactions former, KnownTransactions stored) {
        int missing = missingRunning(former, stored);
        int missingReadings = missingReadings(former, stored);
        transactions.increment(missing);
        readings.increment(missingReadings);
        if (missing + missingReadings > 0) {
            logger.atWarn()
                    .addKeyValue("charger", charger)
                    .log("Too many transactions: {} and {} waiting readings are given up", missing, missingReadings);
        }
    }

    /** How many transactions that run according to {@code former} are unknown in {@code stored}. */
    static int missingRunning(KnownTransactions former, KnownTransactions stored) {
        Set<Integer> missing = ids(former, entry -> entry.stop() == null, station -> station.end() == null);
        missing.removeAll(ids(stored, _ -> true, _ -> true));
        return missing.size();
    }

    private static Set<Integer> ids(
            KnownTransactions known, Predicate<Entry> isWanted, Predicate<StationTransaction> isWantedStation) {
        return Stream.concat(
                        known.entries().stream().filter(isWanted).map(Entry::transactionId),
                        known.stations().stream().filter(isWantedStation).map(StationTransaction::transactionId))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** How many readings that wait for a start according to {@code former} do not wait in {@code stored}. */
    static int missingReadings(KnownTransactions former, KnownTransactions stored) {
        return stored.stations().stream()
                .filter(station -> stored.withId(station.transactionId()).isEmpty())
                .mapToInt(station -> former.stations().stream()
                        .filter(before -> before.transactionId() == station.transactionId())
                        .mapToInt(before ->
                                before.pending().size() - station.pending().size())
                        .sum())
                .filter(readings -> readings > 0)
                .sum();
    }
}
