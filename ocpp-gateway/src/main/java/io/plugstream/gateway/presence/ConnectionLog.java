package io.plugstream.gateway.presence;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.BoundedWait;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.GatewayRun;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The topic of connections, which every gateway reads. A charger's newest record counts, whatever the order, and the
 * first of two that are equally new. So all gateways reach the same result, and each sees which of its own records
 * counted.
 */
@Component
public final class ConnectionLog {

    private static final long PAUSE = Duration.ofMillis(10).toNanos();

    private final TopicTable<ChargerId, HeldConnection> table;
    private final DurableLog log;
    private final BoundedWait boundedWait;
    private final GatewayRun run;
    private final Map<ChargerId, HeldConnection> newest = new ConcurrentHashMap<>();
    private final Map<HeldConnection, CompletableFuture<ReadBack>> expected = new ConcurrentHashMap<>();
    private final Map<UUID, CompletableFuture<Step>> settling = new ConcurrentHashMap<>();
    private final List<BiConsumer<ChargerId, HeldConnection>> listeners = new CopyOnWriteArrayList<>();

    ConnectionLog(
            TopicTable<ChargerId, HeldConnection> table, DurableLog log, BoundedWait boundedWait, GatewayRun run) {
        this.table = table;
        this.log = log;
        this.boundedWait = boundedWait;
        this.run = run;
        table.addListener(this::read);
    }

    /** Calls {@code listener} with a charger's newest record after each record, on the thread that reads the topic. */
    public void onRecord(BiConsumer<ChargerId, HeldConnection> listener) {
        listeners.add(listener);
    }

    /** Whether this process reports the end of {@code connection}, or holds it while no one reports its end. */
    public boolean isOurs(HeldConnection connection) {
        return connection.owner().equals(run.id());
    }

    /** The newest record of {@code charger}, as far as read. */
    @Nullable
    HeldConnection newest(ChargerId charger) {
        return newest.get(charger);
    }

    /** A view of the newest records of all chargers. */
    Map<ChargerId, HeldConnection> all() {
        return newest;
    }

    /** Begins to watch for {@code record}, which is about to be appended. */
    PendingRecord expect(ChargerId charger, HeldConnection record) {
        return new PendingRecord(charger, record, expected.computeIfAbsent(record, _ -> new CompletableFuture<>()));
    }

    /** Ends the watch for a record that nobody waits for any more. */
    void forget(PendingRecord pending) {
        expected.remove(pending.record());
        pending.readBack().cancel(false);
    }

    /** Appends the record, unless an append is under way, waits until it is read back and returns its effect. */
    ReadBack await(PendingRecord pending) throws NotAcknowledgedException {
        awaitLoaded();
        if (!pending.readBack().isDone()) {
            log.await(pending.append(() -> log.send(Topics.CONNECTIONS, pending.charger(), pending.record())));
        }
        return boundedWait.await(pending.readBack());
    }

    /** Appends a record that decides nothing. Does not wait. */
    void note(ChargerId charger, HeldConnection record) {
        var _ = log.send(Topics.CONNECTIONS, charger, record);
    }

    /** Appends a tombstone, which removes a charger if its last connection is closed in the log. Does not wait. */
    void remove(ChargerId charger) {
        var _ = log.send(Topics.CONNECTIONS, charger, null);
    }

    /** A charger's former record is unknown until the topic has been read once. */
    private void awaitLoaded() throws NotAcknowledgedException {
        long deadline = System.nanoTime() + boundedWait.limit().toNanos();
        while (!table.isCaughtUp()) {
            if (System.nanoTime() > deadline) {
                throw new NotAcknowledgedException("the topic of connections is not read yet");
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    private void read(ChargerId charger, @Nullable HeldConnection record) {
        HeldConnection former = newest.get(charger);
        if (record == null) {
            // A tombstone is for the connection that its writer knew. A connection opened since then stays.
            if (former != null && former.step() == Step.CLOSED) {
                newest.remove(charger);
            }
        } else {
            boolean counts = former == null || record.supersedes(former);
            if (counts) {
                newest.put(charger, record);
            }
            settle(record);
            CompletableFuture<ReadBack> readBack = expected.remove(record);
            if (readBack != null) {
                readBack.complete(new ReadBack(former, counts, settlement(former, record)));
            }
        }
        notifyListeners(charger, record);
    }

    private void notifyListeners(ChargerId charger, @Nullable HeldConnection record) {
        HeldConnection present = newest.get(charger);
        if (present == null) {
            return;
        }
        restore(charger, present, record);
        listeners.forEach(listener -> listener.accept(charger, present));
    }

    /** A late record must not be the last of its charger, because compaction keeps only the last one. */
    private void restore(ChargerId charger, HeldConnection present, @Nullable HeldConnection record) {
        boolean late = record == null || present.supersedes(record);
        if (late && !present.inWork() && isOurs(present)) {
            note(charger, present);
        }
    }

    private void settle(HeldConnection record) {
        if (!record.inWork()) {
            CompletableFuture<Step> waiting = settling.remove(record.connectionId());
            if (waiting != null) {
                waiting.complete(record.step());
            }
        }
    }

    private CompletableFuture<Step> settlement(@Nullable HeldConnection former, HeldConnection record) {
        if (former == null) {
            return CompletableFuture.completedFuture(Step.CLOSED);
        }
        if (!former.inWork()
                || record.step() != Step.OPENING
                || former.connectionId().equals(record.connectionId())) {
            return CompletableFuture.completedFuture(former.step());
        }
        return settling.computeIfAbsent(former.connectionId(), _ -> new CompletableFuture<>());
    }
}
