package io.plugstream.gateway.transaction;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
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
        int missing = stored.missingRunning(former);
        int missingReadings = stored.missingReadings(former);
        transactions.increment(missing);
        readings.increment(missingReadings);
        if (missing + missingReadings > 0) {
            logger.atWarn()
                    .addKeyValue("charger", charger)
                    .log("Too many transactions: {} and {} waiting readings are given up", missing, missingReadings);
        }
    }
}
