package io.plugstream.model.charger;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A charger's running transactions and those stopped within the last 24 hours, by which retries are recognised. */
public record ChargerTransactions(List<Entry> transactions) {

    public ChargerTransactions {
        transactions = List.copyOf(transactions);
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
     */
    public record Entry(
            int transactionId,
            int connectorId,
            String idTag,
            long meterStart,
            Instant startedAt,
            UUID startEventId,
            Instant registeredAt,
            @Nullable Stop stop) {}

    /**
     * The end of a transaction.
     *
     * @param stoppedAt by our clock; the entry is forgotten 24 hours later
     * @param stopEventId the event that announced the stop
     */
    public record Stop(Instant stoppedAt, UUID stopEventId) {}
}
