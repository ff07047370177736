package io.plugstream.api.outbox;

import io.plugstream.base.kafka.KafkaClients;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;

/**
 * Compares each compacted topic with the database and republishes the differences: missing records are restored, and
 * keys without a row get a tombstone. It works slice by slice, and the relay publishes in between. Only the relay that
 * holds the lock may run it, with one thread.
 */
final class Reconciliation implements AutoCloseable {

    private final Queue<PublishedTable<?, ?>> rest;
    private final KafkaClients clients;
    private final OutboxMetrics metrics;
    private final int slice;
    private @Nullable TableReconciliation<?, ?> present;

    Reconciliation(Collection<PublishedTable<?, ?>> tables, KafkaClients clients, OutboxMetrics metrics, int slice) {
        this.rest = new ArrayDeque<>(tables);
        this.clients = clients;
        this.metrics = metrics;
        this.slice = slice;
    }

    /** Whether every table has been compared. */
    boolean isDone() {
        return present == null && rest.isEmpty();
    }

    /** Compares the next slice. After a failure, start again with a new instance. */
    void goOn(DatabaseClient database) {
        TableReconciliation<?, ?> table = present;
        if (table == null) {
            table = new TableReconciliation<>(rest.remove(), clients, metrics, slice);
            present = table;
        }
        if (!table.goOn(database)) {
            table.close();
            present = null;
        }
    }

    @Override
    public void close() {
        TableReconciliation<?, ?> table = present;
        if (table != null) {
            table.close();
        }
        present = null;
        rest.clear();
    }
}
