package io.plugstream.gateway.transaction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.TransactionIdBlock;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Assigns transaction ids from blocks. The next block is requested before the current one is used up. A block that is
 * requested after an id was assigned must be later than that id's block. Otherwise the topic was recreated, and no ids
 * are assigned from it (ADR 35).
 */
@Component
class TransactionIds {

    private final DurableLog log;
    private final Instance instance;
    private final Clock clock;
    private final BooleanSupplier areIdsRead;

    /** The greatest id in the table, whichever gateway assigned it. */
    private final AtomicInteger greatest = new AtomicInteger();

    /** The last id of the newest block of this gateway. */
    private final AtomicLong reached = new AtomicLong();

    private int next;
    private int left;
    private @Nullable Block ahead;

    /**
     * A requested block.
     *
     * @param given the greatest id that was assigned before the request
     */
    private record Block(int given, Append record) {}

    @Autowired
    TransactionIds(
            DurableLog log,
            Instance instance,
            Clock clock,
            TopicTable<ChargerId, ChargerTransactions> openTransactions,
            MeterRegistry meters) {
        this(log, instance, clock, openTransactions::isCaughtUp, meters);
        openTransactions.addListener((_, transactions) -> note(transactions));
    }

    /** @param areIdsRead whether all ids in the table were noted */
    TransactionIds(DurableLog log, Instance instance, Clock clock, BooleanSupplier areIdsRead, MeterRegistry meters) {
        this.log = log;
        this.instance = instance;
        this.clock = clock;
        this.areIdsRead = areIdsRead;
        Gauge.builder("plugstream.gateway.transaction.ids.used", this, TransactionIds::used)
                .description("Share of all possible transaction ids that is used, at most 1")
                .register(meters);
    }

    private void note(@Nullable ChargerTransactions transactions) {
        if (transactions != null) {
            for (Entry entry : transactions.transactions()) {
                greatest.accumulateAndGet(entry.transactionId(), Math::max);
            }
            for (StationTransaction station : transactions.stations()) {
                greatest.accumulateAndGet(station.transactionId(), Math::max);
            }
        }
    }

    /** Of all gateways, because the newest block and the greatest id show how far they are. */
    private double used() {
        return Math.min(1, (double) Math.max(greatest.get(), reached.get()) / Integer.MAX_VALUE);
    }

    @EventListener(ApplicationReadyEvent.class)
    synchronized void askAhead() {
        if (ahead == null && areIdsRead.getAsBoolean()) {
            ahead = ask();
        }
    }

    /** Returns a unique id. */
    int next() throws NotAcknowledgedException {
        while (true) {
            Append block;
            synchronized (this) {
                if (left > 0 || openNextBlock()) {
                    return take();
                }
                block = askIfNobodyDid();
            }
            // Outside the monitor, so that all callers wait at the same time.
            log.await(block);
        }
    }

    private int take() {
        left--;
        if (ahead == null && left <= TransactionIdBlock.SIZE / 2) {
            ahead = ask();
        }
        return next++;
    }

    private boolean openNextBlock() throws NotAcknowledgedException {
        Block block = ahead;
        if (block == null || !block.record().isDone() || block.record().isCompletedExceptionally()) {
            return false;
        }
        int first = firstId(block.record().resultNow().offset());
        if (first <= block.given()) {
            // It stays the next block, because further blocks would reach ids of other gateways.
            throw new NotAcknowledgedException("topic " + Topics.TRANSACTION_ID_BLOCKS.name()
                    + " was recreated and gives out old transaction ids; see the operations guide");
        }
        ahead = null;
        next = first;
        left = TransactionIdBlock.SIZE;
        return true;
    }

    private static int firstId(long offset) throws NotAcknowledgedException {
        try {
            return TransactionIdBlock.firstId(offset);
        } catch (ArithmeticException e) {
            throw new NotAcknowledgedException("all transaction ids are used up; see the operations guide", e);
        }
    }

    private Append askIfNobodyDid() throws NotAcknowledgedException {
        Block block = ahead;
        if (block == null || block.record().isCompletedExceptionally()) {
            if (!areIdsRead.getAsBoolean()) {
                throw new NotAcknowledgedException("table " + Topics.OPEN_TRANSACTIONS.name() + " is not read yet");
            }
            block = ask();
            ahead = block;
        }
        return block.record();
    }

    private Block ask() {
        int given = greatest.get();
        Append record =
                log.send(Topics.TRANSACTION_ID_BLOCKS, null, new TransactionIdBlock(instance.name(), clock.instant()));
        var _ = record.thenAccept(
                written -> reached.accumulateAndGet((written.offset() + 1) * TransactionIdBlock.SIZE, Math::max));
        return new Block(given, record);
    }
}
