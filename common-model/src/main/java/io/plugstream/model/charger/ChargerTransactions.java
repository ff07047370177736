package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger's running transactions and those stopped within the last 24 hours, by which retries are recognised.
 *
 * @param revision counts the records of a charger from 1; of two that follow the same one, the first in the log counts
 * @param orphanedStops of the last 24 hours; absent when empty
 * @param stations what is known of transactions that a station of OCPP 2 named itself; absent when empty
 */
public record ChargerTransactions(
        long revision,
        List<Entry> transactions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OrphanedStop> orphanedStops,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StationTransaction> stations) {

    public ChargerTransactions {
        transactions = List.copyOf(transactions);
        orphanedStops = copy(orphanedStops);
        stations = copy(stations);
    }

    /** Without transactions of OCPP 2. */
    public ChargerTransactions(long revision, List<Entry> transactions, List<OrphanedStop> orphanedStops) {
        this(revision, transactions, orphanedStops, List.of());
    }

    /**
     * The one that counts when {@code next} comes after {@code present} in the log: a record that does not go beyond the
     * present one was written by somebody who did not know it. Nobody skips a revision, but a reader of a topic that is
     * being compacted may miss some.
     */
    public static ChargerTransactions following(ChargerTransactions present, ChargerTransactions next) {
        return next.revision > present.revision ? next : present;
    }

    /** Absent in JSON reads as null. */
    private static <T> List<T> copy(@Nullable List<T> list) {
        return List.copyOf(Objects.requireNonNullElse(list, List.of()));
    }

    /**
     * One transaction. Charger, connector, idTag, charger's start time and start reading together recognise a repeated
     * StartTransaction.
     *
     * @param startedAt as the charger stated it
     * @param meterStart reading in Wh
     * @param startEventId the event that announced the start
     * @param registeredAt when the gateway gave out the id, by our clock
     * @param stop null while it runs
     * @param publisher of the start's event; null in a record of before publishers were noted
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

        /** The same transaction at its end. */
        public Entry stopped(Stop ending) {
            return with(ending, publisher);
        }

        /** The same under another publisher of the start's event. */
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
     * @param stoppedAt by our clock; the entry is forgotten 24 hours later
     * @param stopEventId the event that announced the stop
     * @param publisher of that event; null in a record of before publishers were noted
     */
    public record Stop(
            Instant stoppedAt, UUID stopEventId, @Nullable Publisher publisher) {

        /** The same under another publisher. */
        public Stop publishedBy(@Nullable Publisher other) {
            return new Stop(stoppedAt, stopEventId, other);
        }
    }

    /**
     * A StopTransaction of a transaction that is not known. Id, charger's time and reading together recognise a repeated one.
     *
     * @param transactionId as the charger stated it, perhaps of its own invention
     * @param stoppedAt as the charger stated it
     * @param meterStop reading in Wh
     * @param stop when it was noted, and its event
     */
    public record OrphanedStop(int transactionId, Instant stoppedAt, long meterStop, Stop stop) {

        /** The same, noted otherwise. */
        public OrphanedStop noted(Stop other) {
            return new OrphanedStop(transactionId, stoppedAt, meterStop, other);
        }
    }
}
