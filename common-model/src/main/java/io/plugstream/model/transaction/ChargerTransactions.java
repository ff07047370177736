package io.plugstream.model.transaction;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger's running transactions and those stopped in the last 24 hours, kept to recognise retries. While a charger
 * writes nothing, while a stop may be unpublished, or while an unpublished one lacks events, they are kept for 6 days.
 *
 * @param revision counts a charger's records from 1; of two records with the same revision, the first in the log is
 *     valid
 * @param orphanedStops stops whose transaction is unknown; absent when empty
 * @param stations transactions of OCPP 2 stations, which choose their own transaction ids and may use them again;
 *     absent when empty
 */
public record ChargerTransactions(
        long revision,
        List<Entry> transactions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OrphanedStop> orphanedStops,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StationTransaction> stations) {

    public ChargerTransactions {
        transactions = List.copyOf(transactions);
        orphanedStops = List.copyOf(Objects.requireNonNullElse(orphanedStops, List.of()));
        stations = List.copyOf(Objects.requireNonNullElse(stations, List.of()));
    }

    /** Without transactions of OCPP 2. */
    public ChargerTransactions(long revision, List<Entry> transactions, List<OrphanedStop> orphanedStops) {
        this(revision, transactions, orphanedStops, List.of());
    }

    /**
     * The valid record when {@code next} follows {@code present} in the log. If {@code next} does not have a higher
     * revision, its writer had not seen {@code present}. Writers never skip a revision, but a reader of a compacted
     * topic may miss some.
     */
    public static ChargerTransactions following(ChargerTransactions present, ChargerTransactions next) {
        return next.revision > present.revision ? next : present;
    }

    /**
     * One transaction. A repeated StartTransaction has the same charger, connector, idTag, start time and start
     * reading.
     *
     * @param startedAt the start time that the charger sent
     * @param meterStart reading in Wh
     * @param startEventId the event that announced the start
     * @param registeredAt when the gateway assigned the id, by our clock
     * @param stop null while the transaction runs
     * @param publisher of the start's event; null in records written before this field existed
     */
    public record Entry(
            int transactionId,
            int connectorId,
            String idTag,
            long meterStart,
            Instant startedAt,
            UUID startEventId,
            Instant registeredAt,
            @Nullable Stop stop,
            @Nullable Publisher publisher) {

        /** The same transaction with its end. */
        public Entry stopped(Stop ending) {
            return with(ending, publisher);
        }

        /** The same transaction with another publisher of the start's event. */
        public Entry publishedBy(@Nullable Publisher other) {
            return with(stop, other);
        }

        private Entry with(@Nullable Stop ending, @Nullable Publisher by) {
            return new Entry(
                    transactionId, connectorId, idTag, meterStart, startedAt, startEventId, registeredAt, ending, by);
        }
    }

    /**
     * The end of a transaction.
     *
     * @param stoppedAt by our clock; once it is published, the entry is forgotten 24 hours later
     * @param stopEventId the event that announced the stop
     * @param publisher of that event; null in records written before this field existed
     */
    public record Stop(
            Instant stoppedAt, UUID stopEventId, @Nullable Publisher publisher) {

        /** The same stop with another publisher. */
        public Stop publishedBy(@Nullable Publisher other) {
            return new Stop(stoppedAt, stopEventId, other);
        }
    }

    /**
     * A StopTransaction for an unknown transaction. A repeated one has the same transaction id, time and reading.
     *
     * @param transactionId the id that the charger sent; the charger may have made it up
     * @param stoppedAt the time that the charger sent
     * @param meterStop reading in Wh
     * @param stop when the gateway recorded it, and its event
     */
    public record OrphanedStop(int transactionId, Instant stoppedAt, long meterStop, Stop stop) {

        /** The same orphaned stop with another {@link #stop}. */
        public OrphanedStop noted(Stop other) {
            return new OrphanedStop(transactionId, stoppedAt, meterStop, other);
        }
    }
}
