package io.plugstream.webhook.claim;

import io.plugstream.webhook.outcome.ClaimLedger;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard that the consumer group assigned to this instance. It is opened in the background, and reopened after each
 * failure. Confined to the claim thread, except {@link #open}.
 */
final class AssignedShard implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AssignedShard.class);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final int number;
    private final IntFunction<OpenShard> opener;
    private final ClaimLedger ledger;
    private final ClaimMetrics metrics;
    private final LongSupplier nanos;
    private @Nullable Opening opening;
    private long openFrom;
    private volatile @Nullable OpenShard open;

    private record Opening(Thread thread, CompletableFuture<OpenShard> result) {

        static Opening of(Supplier<OpenShard> opener) {
            var result = new CompletableFuture<OpenShard>();
            return new Opening(Thread.startVirtualThread(() -> complete(result, opener)), result);
        }

        private static void complete(CompletableFuture<OpenShard> result, Supplier<OpenShard> opener) {
            try {
                result.complete(opener.get());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        }

        /** An opening that goes on would fence the shard's next owner. */
        void abandon() {
            thread.interrupt();
            var _ = result.thenAccept(OpenShard::close);
        }
    }

    /** @param nanos a clock that never goes back */
    AssignedShard(
            int number, IntFunction<OpenShard> opener, ClaimLedger ledger, ClaimMetrics metrics, LongSupplier nanos) {
        this.number = number;
        this.opener = opener;
        this.ledger = ledger;
        this.metrics = metrics;
        this.nanos = nanos;
        this.openFrom = nanos.getAsLong();
    }

    int number() {
        return number;
    }

    /** Null while it is being opened. */
    @Nullable
    OpenShard open() {
        return open;
    }

    /**
     * Opens the shard, or reopens it after a failure.
     *
     * @return whether the shard has just been opened, so that its events must be read from its positions on
     * @throws KafkaException if another instance may own the shard, so that this one must rejoin the group
     */
    boolean maintain() {
        OpenShard now = open;
        Throwable failure = now == null ? null : now.failure();
        if (failure != null) {
            giveUp(failure);
        }
        if (open != null) {
            return false;
        }
        Opening running = opening;
        if (running == null) {
            if (nanos.getAsLong() - openFrom >= 0) {
                opening = Opening.of(() -> opener.apply(number));
            }
            return false;
        }
        return running.result().isDone() && isOpened(running.result());
    }

    private boolean isOpened(CompletableFuture<OpenShard> ended) {
        opening = null;
        try {
            OpenShard opened = ended.join();
            open = opened;
            ledger.opened(opened);
            return true;
        } catch (CompletionException e) {
            metrics.failed();
            openFrom = nanos.getAsLong() + PAUSE_AFTER_FAILURE.toNanos();
            log.warn("Shard {} could not be opened: {}", number, String.valueOf(e.getCause()));
            return false;
        }
    }

    private void giveUp(Throwable failure) {
        log.warn("Shard {} is reopened after: {}", number, failure.toString());
        metrics.failed();
        close();
        openFrom = nanos.getAsLong() + PAUSE_AFTER_FAILURE.toNanos();
        if (!(failure instanceof TimeoutException)) {
            // Usually the shard has been fenced. Reopening it at once would fence its new owner in turn.
            throw new KafkaException("shard " + number + " may have another owner: " + failure, failure);
        }
    }

    @Override
    public void close() {
        OpenShard former = open;
        open = null;
        if (former != null) {
            ledger.closed(former);
            former.close();
        }
        Opening running = opening;
        opening = null;
        if (running != null) {
            running.abandon();
        }
    }
}
