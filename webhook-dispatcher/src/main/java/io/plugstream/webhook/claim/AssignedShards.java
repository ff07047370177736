package io.plugstream.webhook.claim;

import io.plugstream.webhook.outcome.ClaimLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards that the consumer group assigned to this instance. Confined to the claim thread, except {@link #states}
 * and {@link #remembered}.
 */
final class AssignedShards implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AssignedShards.class);
    private static final Duration LAST_APPEND_WAIT = Duration.ofSeconds(2);

    private final IntFunction<OpenShard> opener;
    private final ClaimLedger ledger;
    private final ClaimMetrics metrics;
    private final LongSupplier nanos;
    private final Map<Integer, AssignedShard> shards = new ConcurrentHashMap<>();

    /** @param nanos a clock that never goes back */
    AssignedShards(IntFunction<OpenShard> opener, ClaimLedger ledger, ClaimMetrics metrics, LongSupplier nanos) {
        this.opener = opener;
        this.ledger = ledger;
        this.metrics = metrics;
        this.nanos = nanos;
    }

    /** Closes the shards that are assigned no longer, and adds the new ones. */
    void assign(Set<Integer> numbers) {
        shards.values().removeIf(shard -> {
            boolean gone = !numbers.contains(shard.number());
            if (gone) {
                shard.close();
            }
            return gone;
        });
        numbers.forEach(number ->
                shards.computeIfAbsent(number, _ -> new AssignedShard(number, opener, ledger, metrics, nanos)));
    }

    Collection<AssignedShard> all() {
        return shards.values();
    }

    /** Null unless the shard is assigned and open. */
    @Nullable
    OpenShard open(int number) {
        AssignedShard shard = shards.get(number);
        return shard == null ? null : shard.open();
    }

    List<OpenShard> open() {
        List<OpenShard> all = new ArrayList<>();
        for (AssignedShard shard : shards.values()) {
            OpenShard open = shard.open();
            if (open != null) {
                all.add(open);
            }
        }
        return all;
    }

    /** The numbers of the shards, and whether each is open. */
    Map<Integer, Boolean> states() {
        Map<Integer, Boolean> states = new TreeMap<>();
        shards.forEach((number, shard) -> states.put(number, shard.open() != null));
        return states;
    }

    boolean areAllOpen() {
        return shards.values().stream().allMatch(shard -> shard.open() != null);
    }

    /** Number of claimed events that are remembered. */
    int remembered() {
        return open().stream().mapToInt(OpenShard::remembered).sum();
    }

    /** Waits at most this long until no shard appends. */
    void awaitAppends(Duration most) {
        CompletableFuture<?>[] appends = open().stream().map(OpenShard::pending).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(appends).get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            log.debug("Appends take longer than {}", most);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Appends the positions that moved since the last claims. */
    void recordLastPositions() {
        awaitAppends(LAST_APPEND_WAIT);
        open().forEach(OpenShard::recordLastPositions);
        awaitAppends(LAST_APPEND_WAIT);
    }

    /**
     * Commits the open transactions. This fails for a shard that another instance has taken over, which aborted its
     * transaction.
     */
    void commitTransactions(Duration most) {
        CompletableFuture<?>[] commits = open().stream()
                .map(open -> CompletableFuture.runAsync(open::commit, Thread::startVirtualThread))
                .toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(commits).get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.info("Transactions are left open; the next owner of a shard, or the broker, ends them");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the shards once their appends have ended: what is claimed in the log should be POSTed. */
    void closeAfterAppends() {
        try {
            awaitAppends(LAST_APPEND_WAIT);
        } catch (InterruptException e) {
            // The thread stays interrupted; what follows must be closed all the same.
            log.debug("Appends are not awaited: {}", e.toString());
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        shards.values().forEach(AssignedShard::close);
        shards.clear();
    }
}
