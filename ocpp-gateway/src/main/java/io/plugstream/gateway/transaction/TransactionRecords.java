package io.plugstream.gateway.transaction;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.RepeatingWork;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.CurrentTables;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.springframework.stereotype.Component;

/**
 * Writes and reads the records of the chargers' transactions. The log decides which of them count. Compaction keeps a
 * charger's last record, so the gateway whose record does not count writes the one that does once more (ADR 27).
 */
@Component
class TransactionRecords extends RepeatingWork {

    private static final Duration SWEEP = Duration.ofSeconds(1);

    /** So many records may be under way while others are replaced. */
    private static final int MOST_REPLACED = 1_000;

    private final TopicTable<ChargerId, ChargerTransactions> table;
    private final CurrentTables current;
    private final DurableLog log;
    private final GivenUp givenUp;

    /** Records that no writer waits for, mostly because it got no answer in time. The producer's buffer limits their number. */
    private final Map<Append, Written> late = new ConcurrentHashMap<>();

    /**
     * A record that was sent.
     *
     * @param former what its content was made from
     */
    private record Written(ChargerId charger, KnownTransactions former, KnownTransactions content, Append append) {

        boolean counts(KnownTransactions present) {
            return present.isSameAs(content);
        }
    }

    TransactionRecords(
            TopicTable<ChargerId, ChargerTransactions> table,
            CurrentTables current,
            DurableLog log,
            MeterRegistry meters) {
        super("late-transactions", SWEEP, SWEEP);
        this.table = table;
        this.current = current;
        this.log = log;
        this.givenUp = new GivenUp(meters);
    }

    KnownTransactions load(ChargerId charger) throws NotAcknowledgedException {
        return current.get(Topics.OPEN_TRANSACTIONS, table, charger)
                .map(KnownTransactions::of)
                .orElse(KnownTransactions.NONE);
    }

    /**
     * Appends {@code changed} and returns what then counts. It differs if another gateway wrote in between.
     *
     * @param former what {@code changed} was made from
     */
    KnownTransactions store(
            ChargerId charger, KnownTransactions former, KnownTransactions changed, TransactionNote note)
            throws NotAcknowledgedException {
        Append append = send(charger, changed);
        note.written(append, changed.revision());
        return settled(new Written(charger, former, changed, append));
    }

    /**
     * Appends {@code changed} without waiting. If another gateway wrote in between, its record counts. Does nothing while
     * records of the charger, or too many others, are under way.
     */
    void replace(ChargerId charger, KnownTransactions former, KnownTransactions changed) {
        if (late.size() < MOST_REPLACED
                && late.values().stream().noneMatch(written -> written.charger().equals(charger))) {
            Append append = send(charger, changed);
            late.put(append, new Written(charger, former, changed, append));
        }
    }

    /** Returns what counts. A record that does not count is followed by the one that does, now or in a {@link #work sweep}. */
    private KnownTransactions settled(Written written) throws NotAcknowledgedException {
        KnownTransactions present;
        try {
            present = read(written.charger(), written.append());
        } catch (NotAcknowledgedException e) {
            late.put(written.append(), written);
            throw e;
        }
        if (written.counts(present)) {
            givenUp.count(written.charger(), written.former(), present);
            return present;
        }
        if (isDeleted(present)) {
            return present;
        }
        Written next = repeated(written.charger(), present);
        if (next.append().isRefused()) {
            late.put(written.append(), written);
        }
        return settled(next);
    }

    /** Looks at the records that their writers no longer wait for. What is not possible yet is left to the next sweep. */
    @Override
    protected void work() {
        late.keySet().removeIf(Append::isRefused);
        Map<ChargerId, List<Written>> known = late.values().stream().collect(Collectors.groupingBy(Written::charger));
        known.values().removeIf(records -> !records.stream().allMatch(written -> isKnown(written.append())));
        // A refused record may have waited for room in the producer's buffer. Others would wait, too.
        boolean _ = known.entrySet().stream().allMatch(one -> settle(one.getKey(), one.getValue()));
    }

    /** Returns false if Kafka accepts nothing now. */
    private boolean settle(ChargerId charger, List<Written> records) {
        if (log.isFull(charger)) {
            return true;
        }
        KnownTransactions present = present(charger);
        if (!isDeleted(present) && !records.stream().allMatch(written -> written.counts(present))) {
            Written next = repeated(charger, present);
            if (next.append().isRefused() && !next.append().isTooLarge()) {
                return false;
            }
            late.put(next.append(), next);
        }
        for (Written written : records) {
            late.remove(written.append());
            if (written.counts(present)) {
                givenUp.count(charger, written.former(), present);
            }
        }
        return true;
    }

    /** Whether the record is read, or it can no longer be known whether the log has it. */
    private boolean isKnown(Append append) {
        return append.isDone() && (append.isCompletedExceptionally() || isRead(append.join()));
    }

    /** A deleted charger's last record is a tombstone. */
    private static boolean isDeleted(KnownTransactions present) {
        return present.revision() == 0;
    }

    private Written repeated(ChargerId charger, KnownTransactions present) {
        KnownTransactions next = present.repeated();
        return new Written(charger, present, next, send(charger, next));
    }

    private Append send(ChargerId charger, KnownTransactions next) {
        return log.send(Topics.OPEN_TRANSACTIONS, charger, next.toStore());
    }

    KnownTransactions read(ChargerId charger, Append append) throws NotAcknowledgedException {
        return current.get(table, charger, log.await(append))
                .map(KnownTransactions::of)
                .orElse(KnownTransactions.NONE);
    }

    /** What is read so far. */
    KnownTransactions present(ChargerId charger) {
        ChargerTransactions stored = table.get(charger);
        return stored == null ? KnownTransactions.NONE : KnownTransactions.of(stored);
    }

    /** Whether that includes the record at this place. */
    boolean isRead(RecordMetadata written) {
        try {
            return table.awaitPosition(written.partition(), written.offset() + 1, Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void stop() {
        super.stop();
        work();
    }

    /** Stops after the last socket is closed. */
    @Override
    public int getPhase() {
        return 0;
    }
}
