package io.plugstream.gateway.transaction;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.transaction.ChargerTransactions;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Forgets the ended transactions of chargers that write nothing any more, and those whose end is missing for long, so
 * that no driver's tag is kept for ever. Every gateway may do this: the log decides whose record counts.
 */
@Component
public final class OldTransactions {

    private final TransactionRecords records;
    private final TopicTable<ChargerId, ChargerTransactions> table;
    private final Clock clock;

    OldTransactions(
            TransactionRecords records, TopicTable<ChargerId, ChargerTransactions> openTransactions, Clock clock) {
        this.records = records;
        this.table = openTransactions;
        this.clock = clock;
    }

    /** Forgets those of the chargers that {@code isKept} accepts. */
    public void forget(Predicate<ChargerId> isKept) {
        table.entries().forEach((charger, stored) -> {
            if (isKept.test(charger)) {
                KnownTransactions known = KnownTransactions.of(stored);
                Instant now = clock.instant();
                TransactionMemory.withoutOld(known, now)
                        .ifPresent(next -> records.replace(charger, TransactionMemory.withoutLost(known, now), next));
            }
        });
    }
}
