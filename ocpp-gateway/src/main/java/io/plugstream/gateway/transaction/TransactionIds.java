package io.plugstream.gateway.transaction;

import io.plugstream.base.Instance;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.TransactionIdBlock;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Gives out transaction ids from blocks. The next block is asked for before the present one is used up. */
@Component
class TransactionIds {

    private final DurableLog log;
    private final Instance instance;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();

    private int next;
    private int left;
    private @Nullable CompletableFuture<RecordMetadata> ahead;

    TransactionIds(DurableLog log, Instance instance, Clock clock) {
        this.log = log;
        this.instance = instance;
        this.clock = clock;
    }

    @EventListener(ApplicationReadyEvent.class)
    void askAhead() {
        lock.lock();
        try {
            if (ahead == null) {
                ahead = ask();
            }
        } finally {
            lock.unlock();
        }
    }

    /** An id that nobody else gets. */
    int next() throws NotAcknowledgedException {
        while (true) {
            CompletableFuture<RecordMetadata> block;
            lock.lock();
            try {
                if (left > 0 || openNextBlock()) {
                    return take();
                }
                block = askIfNobodyDid();
            } finally {
                lock.unlock();
            }
            // Outside the lock, so that all who wait, wait at the same time.
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

    private boolean openNextBlock() {
        CompletableFuture<RecordMetadata> block = ahead;
        if (block == null || !block.isDone() || block.isCompletedExceptionally()) {
            return false;
        }
        ahead = null;
        next = TransactionIdBlock.firstId(block.resultNow().offset());
        left = TransactionIdBlock.SIZE;
        return true;
    }

    private CompletableFuture<RecordMetadata> askIfNobodyDid() {
        CompletableFuture<RecordMetadata> block = ahead;
        if (block == null || block.isCompletedExceptionally()) {
            block = ask();
            ahead = block;
        }
        return block;
    }

    private CompletableFuture<RecordMetadata> ask() {
        return log.send(Topics.TRANSACTION_ID_BLOCKS, null, new TransactionIdBlock(instance.name(), clock.instant()));
    }
}
